/** CONNECT and CONNACK: what the two versions say when a client comes in. */
import { randomUUID } from 'node:crypto';
import type { IConnackPacket, IConnectPacket } from 'mqtt-packet';
import { REASON, type Reason, reasonOfReturnCode } from './properties.ts';

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
