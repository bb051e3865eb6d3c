/** Which properties a client may send in which packet, and whether a parsed packet keeps the rules of MQTT 5. */
import { generate, type Packet } from 'mqtt-packet';
import { REASON, type Reason } from './reasons.ts';

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
/** Zero is no value of these. */
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

/** The parser reads over the end of a packet, and bytes that are no text. Written again, the packet is then longer. */
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
