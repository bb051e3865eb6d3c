/** What aedes says in 3.1.1, said in MQTT 5. */
import {
  generate,
  type IPublishPacket,
  type ISubscribePacket,
  type IUnsubscribePacket,
  type Packet,
} from 'mqtt-packet';
import { overlap } from '../accounts/access.ts';
import { type Introduction, type ServerLimits, welcome } from './connecting.ts';
import { Cut, REASON, type Reason } from './properties.ts';

interface ClientSide {
  readonly toClient: (bytes: Buffer) => void;
  readonly cut: (cut: Cut) => void;
}

export function answersOf({ toClient, cut }: ClientSide, limits: ServerLimits) {
  const subscriptions = createSubscriptions();
  const dropped = new Map<number, Reason>();
  let introduction: Introduction | undefined;
  let sending = createSendWindow(1, toClient);
  const bytesOf = (packet: Packet) => generate(packet, { protocolVersion: 5 });
  const say = (packet: Packet) => toClient(bytesOf(packet));

  function publish(packet: IPublishPacket): void {
    const identifiers = subscriptions.identifiersOf(packet.topic);
    const properties = identifiers.length > 0 ? { subscriptionIdentifier: identifiers } : {};
    const bytes = bytesOf({ ...packet, properties });
    if (bytes.length > (introduction?.maximumPacketSize ?? 0)) return;
    if (packet.qos === 0) return toClient(bytes);
    if (!sending.offer({ id: packet.messageId ?? 0, bytes })) cut(new Cut(REASON.quotaExceeded));
  }

  function puback(messageId = 0): void {
    const reasonCode = dropped.get(messageId) ?? REASON.success;
    dropped.delete(messageId);
    say({ cmd: 'puback', messageId, reasonCode });
  }

  return {
    subscriptions,
    dropped,
    /** The pings of the session itself, whose answers are not for the client. */
    ownPings: 0,
    begin(begun: Introduction): void {
      introduction = begun;
      sending = createSendWindow(begun.receiveMaximum, toClient);
    },
    acknowledged: (messageId: number): void => sending.close(messageId),
    tell(packet: Packet): void {
      const { messageId = 0 } = packet;
      switch (packet.cmd) {
        case 'connack':
          return introduction && say(welcome(packet, introduction, limits));
        case 'publish':
          return publish(packet);
        case 'puback':
          return puback(messageId);
        case 'suback':
          return say({ ...packet, granted: subscriptions.added(messageId, packet.granted as number[]) });
        case 'unsuback':
          return say({ cmd: 'unsuback', messageId, granted: subscriptions.removed(messageId) });
        case 'pingresp':
          if (this.ownPings > 0) this.ownPings -= 1;
          else say(packet);
          return;
        default:
          return say({ ...packet, reasonCode: REASON.success } as Packet);
      }
    },
  };
}

// Keeps to the receive maximum of a client: messages beyond it wait until the client has answered earlier ones.

/** Far more than a hall of temples sends at once. A client that lets more wait is cut off. */
const MOST_WAITING = 10_000;

interface Message {
  readonly id: number;
  readonly bytes: Buffer;
}

interface SendWindow {
  /** Sends a message now or later. False if too many wait. */
  offer(message: Message): boolean;
  /** The client has answered this message. */
  close(id: number): void;
}

function createSendWindow(most: number, send: (bytes: Buffer) => void): SendWindow {
  const open = new Set<number>();
  const waiting: Message[] = [];
  const start = ({ id, bytes }: Message) => {
    open.add(id);
    send(bytes);
  };
  return {
    offer(message) {
      if (open.size < most) start(message);
      else waiting.push(message);
      return waiting.length <= MOST_WAITING;
    },
    close(id) {
      if (!open.delete(id)) return;
      const next = waiting.shift();
      if (next !== undefined) start(next);
    },
  };
}

// The subscriptions of one client with MQTT 5: what aedes does not know of them.

const SHARED = '$share/';
const REFUSED = 0x80;

interface Subscription {
  readonly identifier: number | undefined;
  /** Whether the retained messages are sent for it. */
  readonly isFilled: boolean;
}

interface Subscriptions {
  /** False if another packet with this number waits for its answer. So does `remove`. */
  add(packet: ISubscribePacket): boolean;
  /** The reason codes for what aedes granted. */
  added(messageId: number, granted: readonly number[]): number[];
  remove(packet: IUnsubscribePacket): boolean;
  removed(messageId: number): number[];
  /** The identifiers of all subscriptions that match a topic. The broker sends one copy of a message for all of them. */
  identifiersOf(topic: string): number[];
  /** Whether any subscription wants the retained message of this topic. */
  wantsRetained(topic: string): boolean;
}

function createSubscriptions(): Subscriptions {
  const subscriptions = new Map<string, Subscription>();
  const asked = new Map<number, readonly string[]>();
  const left = new Map<number, number[]>();
  const matching = (topic: string) =>
    [...subscriptions].filter(([filter]) => overlap(filter, topic)).map(([, subscription]) => subscription);

  return {
    add({ messageId = 0, subscriptions: wanted, properties }) {
      if (asked.has(messageId)) return false;
      const identifier = properties?.subscriptionIdentifier;
      asked.set(
        messageId,
        wanted.map(({ topic }) => topic),
      );
      for (const { topic, rh = 0 } of wanted) {
        const isFilled = rh === 0 || (rh === 1 && !subscriptions.has(topic));
        subscriptions.set(topic, { identifier, isFilled });
      }
      return true;
    },
    added(messageId, granted) {
      const filters = asked.get(messageId) ?? [];
      asked.delete(messageId);
      // aedes answers once for a filter that comes twice.
      const codes = new Map([...new Set(filters)].map((filter, at) => [filter, codeOf(filter, granted[at])]));
      for (const [filter, code] of codes) if (code >= REFUSED) subscriptions.delete(filter);
      return filters.map((filter) => codes.get(filter) ?? REASON.unspecified);
    },
    remove({ messageId = 0, unsubscriptions }) {
      if (left.has(messageId)) return false;
      const was = unsubscriptions.map((filter) => subscriptions.delete(filter));
      left.set(
        messageId,
        was.map((isGone) => (isGone ? REASON.success : REASON.noSuchSubscription)),
      );
      return true;
    },
    removed(messageId) {
      const codes = left.get(messageId) ?? [];
      left.delete(messageId);
      return codes;
    },
    identifiersOf(topic) {
      const identifiers = matching(topic).map(({ identifier }) => identifier);
      return [...new Set(identifiers.filter((identifier) => identifier !== undefined))];
    },
    wantsRetained: (topic) => matching(topic).some(({ isFilled }) => isFilled),
  };
}

function codeOf(filter: string, granted = REFUSED): number {
  if (granted < REFUSED) return granted;
  return filter.startsWith(SHARED) ? REASON.noSharedSubscriptions : REASON.notAuthorized;
}
