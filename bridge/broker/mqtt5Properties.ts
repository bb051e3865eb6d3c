/** Which properties a client may send in which packet, and whether a parsed packet keeps the rules of MQTT 5. */
import { randomUUID } from 'node:crypto';
import { generate, type IConnackPacket, type IConnectPacket, type Packet } from 'mqtt-packet';
import type { Counted } from './access.ts';

const MESSAGE = [
  'payloadFormatIndicator',
  'messageExpiryInterval',
  'contentType',
  'responseTopic',
  'correlationData',
  'userProperties',
];

const ACKNOWLEDGEMENT = ['reasonString', 'userProperties'];

const PROPERTIES: Partial<Record<Packet['cmd'], readonly string[]>> = {
  connect: [
    'sessionExpiryInterval',
    'receiveMaximum',
    'maximumPacketSize',
    'topicAliasMaximum',
    'requestResponseInformation',
    'requestProblemInformation',
    'authenticationMethod',
    'authenticationData',
    'userProperties',
  ],
  publish: [...MESSAGE, 'topicAlias'],
  puback: ACKNOWLEDGEMENT,
  pubrec: ACKNOWLEDGEMENT,
  pubrel: ACKNOWLEDGEMENT,
  pubcomp: ACKNOWLEDGEMENT,
  subscribe: ['subscriptionIdentifier', 'userProperties'],
  unsubscribe: ['userProperties'],
  pingreq: [],
  disconnect: ['sessionExpiryInterval', 'reasonString', 'userProperties'],
};

const WILL_PROPERTIES = [...MESSAGE, 'willDelayInterval'];

/** Zero is not a value of these. */
const POSITIVE = ['receiveMaximum', 'maximumPacketSize', 'topicAlias', 'subscriptionIdentifier'];

/** Their length follows from what they hold. Of the others a client may leave out the end. */
const EXACT: readonly Packet['cmd'][] = ['connect', 'publish', 'subscribe', 'unsubscribe'];

type Properties = Readonly<Record<string, unknown>>;

/** What is wrong with a packet that the lenient parser let through. */
export function flawOf(packet: Packet): Reason | undefined {
  const allowed = PROPERTIES[packet.cmd];
  if (allowed === undefined) return REASON.protocolError;
  if (EXACT.includes(packet.cmd) && !isExact(packet)) return REASON.malformed;
  const { properties } = packet as { readonly properties?: Properties };
  const will = packet.cmd === 'connect' ? (packet.will?.properties as Properties | undefined) : undefined;
  if (!areFit(properties, allowed) || !areFit(will, WILL_PROPERTIES)) return REASON.protocolError;
  return hasId(packet) ? undefined : REASON.protocolError;
}

/** The parser reads over the end of a packet, and bytes that are not text. Written again, the packet is then longer. */
function isExact(packet: Packet): boolean {
  const { length = 0 } = packet;
  const headerBytes = length < 128 ? 2 : length < 16_384 ? 3 : 4;
  try {
    return generate(writable(packet), { protocolVersion: 5 }).length === headerBytes + length;
  } catch {
    return false;
  }
}

/** The writer wants more of CONNECT than MQTT 5 does. These changes keep the length. */
function writable(packet: Packet): Packet {
  if (packet.cmd !== 'connect') return packet;
  const { username, password, ...rest } = packet;
  const isNameless = username === undefined && password !== undefined;
  return { ...rest, clean: true, ...(isNameless ? { username: password } : { username, password }) } as Packet;
}

/** The parser makes a list of a property that comes twice. */
function areFit(properties: Properties = {}, allowed: readonly string[]): boolean {
  return Object.entries(properties).every(
    ([name, value]) => allowed.includes(name) && !Array.isArray(value) && !(POSITIVE.includes(name) && value === 0),
  );
}

/** Packets with an answer have a number for it. */
function hasId(packet: Packet): boolean {
  const isAnswered =
    packet.cmd === 'publish' ? packet.qos > 0 : !['connect', 'pingreq', 'disconnect'].includes(packet.cmd);
  return !isAnswered || (packet.messageId ?? 0) > 0;
}

// The reason codes of MQTT 5 that the broker uses.

export const REASON = {
  success: 0,
  noSuchSubscription: 0x11,
  unspecified: 0x80,
  malformed: 0x81,
  protocolError: 0x82,
  unsupportedVersion: 0x84,
  badClientId: 0x85,
  badPassword: 0x86,
  notAuthorized: 0x87,
  shuttingDown: 0x8b,
  badAuthenticationMethod: 0x8c,
  keepAliveTimeout: 0x8d,
  takenOver: 0x8e,
  badFilter: 0x8f,
  badTopic: 0x90,
  receiveMaximumExceeded: 0x93,
  badTopicAlias: 0x94,
  tooLarge: 0x95,
  tooFast: 0x96,
  quotaExceeded: 0x97,
  noSharedSubscriptions: 0x9e,
  tooManyConnects: 0x9f,
} as const;

export type Reason = (typeof REASON)[keyof typeof REASON];

/** The return codes of CONNACK in 3.1.1, by number, as reasons. */
const RETURN_CODES: readonly Reason[] = [
  REASON.success,
  REASON.unsupportedVersion,
  REASON.badClientId,
  REASON.tooManyConnects,
  REASON.badPassword,
  REASON.notAuthorized,
];

/** What the words of an error in aedes mean. The first that fits counts. */
const ERRORS: readonly (readonly [words: RegExp, reason: Reason])[] = [
  [/keep alive/, REASON.keepAliveTimeout],
  [/maxInflightInbound/, REASON.receiveMaximumExceeded],
  [/SUBSCRIBE/, REASON.badFilter],
  [/PUBLISH|topic/, REASON.badTopic],
];

/** The answer to a message that the broker dropped. */
export const DROPPED: Partial<Record<Counted, Reason>> = {
  'foreign-topic': REASON.notAuthorized,
  retained: REASON.notAuthorized,
  'too-large': REASON.quotaExceeded,
  flood: REASON.quotaExceeded,
};

/** The broker ends a connection, and says why. */
export class Cut extends Error {
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(`cut off with reason 0x${reason.toString(16)}`);
    this.reason = reason;
  }
}

function reasonOfReturnCode(code = 0): Reason {
  return RETURN_CODES[code] ?? REASON.unspecified;
}

export function reasonOfError(error: Error): Reason {
  if (error instanceof Cut) return error.reason;
  return ERRORS.find(([words]) => words.test(error.message))?.[1] ?? REASON.unspecified;
}

// CONNECT and CONNACK: what the two versions say when a client comes in.

export interface ServerLimits {
  /** In seconds. */
  readonly keepalive: number;
  /** Messages of a client that wait for their answer. */
  readonly receiveMaximum: number;
  readonly maximumPacketSize: number;
}

/** What a client said of itself. */
export interface Introduction {
  /** The CONNECT of 3.1.1. */
  readonly connect: IConnectPacket;
  /** What the broker decided otherwise than the client asked, for CONNACK. */
  readonly decided: IConnackPacket['properties'];
  /** The most messages that may wait for the client's answer. */
  readonly receiveMaximum: number;
  readonly maximumPacketSize: number;
}

const MOST_WAITING = 65_535;

/** Why this client cannot come in; nothing if its password decides. */
export function flawOfConnect({ properties = {} }: IConnectPacket): Reason | undefined {
  if (properties.authenticationMethod !== undefined) return REASON.badAuthenticationMethod;
  return properties.authenticationData === undefined ? undefined : REASON.protocolError;
}

/** Sessions end with their connections, so that the delay of a last will has no meaning here. */
export function introductionOf(packet: IConnectPacket, limits: ServerLimits): Introduction {
  const { properties = {}, keepalive: wished = 0, will, username, password } = packet;
  const clientId = packet.clientId || `auto-${randomUUID()}`;
  const keepalive = wished > 0 ? Math.min(wished, limits.keepalive) : limits.keepalive;
  return {
    connect: {
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clean: true,
      clientId,
      keepalive,
      ...(will && {
        will: { topic: will.topic, payload: will.payload, qos: will.qos ?? 0, retain: will.retain ?? false },
      }),
      // MQTT 5 allows a password without a name, 3.1.1 does not.
      ...((username ?? password) !== undefined && { username: username ?? '' }),
      ...(password && { password }),
    },
    decided: {
      ...(properties.sessionExpiryInterval && { sessionExpiryInterval: 0 }),
      ...(clientId !== packet.clientId && { assignedClientIdentifier: clientId }),
      ...(keepalive !== wished && { serverKeepAlive: keepalive }),
    },
    receiveMaximum: properties.receiveMaximum ?? MOST_WAITING,
    maximumPacketSize: properties.maximumPacketSize ?? Number.POSITIVE_INFINITY,
  };
}

/** The subscription identifiers have to be available: without them Home Assistant warns of the broker. */
export function welcome(
  { returnCode }: IConnackPacket,
  introduction: Introduction,
  limits: ServerLimits,
): IConnackPacket {
  const reasonCode = reasonOfReturnCode(returnCode);
  if (reasonCode !== REASON.success) return refusal(reasonCode);
  const properties = {
    ...introduction.decided,
    receiveMaximum: limits.receiveMaximum,
    maximumPacketSize: limits.maximumPacketSize,
    topicAliasMaximum: 0,
    retainAvailable: true,
    wildcardSubscriptionAvailable: true,
    subscriptionIdentifiersAvailable: true,
    sharedSubscriptionAvailable: false,
  };
  return { cmd: 'connack', sessionPresent: false, reasonCode, properties };
}

export function refusal(reasonCode: Reason): IConnackPacket {
  return { cmd: 'connack', sessionPresent: false, reasonCode };
}
