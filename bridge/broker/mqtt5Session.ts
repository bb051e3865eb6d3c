/** One client with MQTT 5. To aedes it looks like a client with 3.1.1. */
import {
  generate,
  type IConnectPacket,
  type IPublishPacket,
  type ISubscribePacket,
  type IUnsubscribePacket,
  type Packet,
  parser,
} from 'mqtt-packet';
import { overlap } from './access.ts';
import {
  Cut,
  flawOf,
  flawOfConnect,
  type Introduction,
  introductionOf,
  REASON,
  type Reason,
  reasonOfError,
  type ServerLimits,
  welcome,
} from './mqtt5Properties.ts';

/** The two sides between which a session translates. */
interface Sides {
  /** Takes bytes of MQTT 5. */
  readonly toClient: (bytes: Buffer) => void;
  /** Takes bytes of 3.1.1. */
  readonly toBroker: (bytes: Buffer) => void;
  /** Takes a SUBSCRIBE or UNSUBSCRIBE with all its options, for which 3.1.1 has no bytes. */
  readonly manage: (packet: ISubscribePacket | IUnsubscribePacket) => void;
  /** The client has left, and its last will is to be published. */
  readonly hangUp: () => void;
  readonly cut: (cut: Cut) => void;
}

/** As many packets may come before the broker has let the client in. aedes has the same limit for 3.1.1. */
const MOST_EARLY = 42;

export class Session {
  private readonly sides: Sides;
  private readonly limits: ServerLimits;
  private readonly answers: ReturnType<typeof answersOf>;
  private readonly fromClient = packetReader();
  private readonly fromBroker = packetReader();
  private readonly early: Packet[] = [];
  private stage: 'new' | 'waiting' | 'in' | 'over' = 'new';

  constructor(sides: Sides, limits: ServerLimits) {
    this.sides = sides;
    this.limits = limits;
    this.answers = answersOf(sides, limits);
  }

  /** Takes bytes of the client. */
  hear(bytes: Buffer): void {
    const { packets, isBroken } = this.fromClient(bytes);
    for (const packet of packets) this.meet(packet);
    if (isBroken) this.cut(REASON.malformed);
  }

  /** Takes bytes of the broker. */
  say(bytes: Buffer): void {
    const { packets, isBroken } = this.fromBroker(bytes);
    for (const packet of packets) this.answer(packet);
    if (isBroken) this.cut(REASON.unspecified);
  }

  get subscriptions() {
    return this.answers.subscriptions;
  }

  /** The broker dropped a message with QoS 1. Its acknowledgement says why. */
  dropped(messageId: number, why: Reason): void {
    this.answers.dropped.set(messageId, why);
  }

  /** The last bytes for a client that the broker ends. Without an error, a newer client has its name. */
  farewell(error: Error | null, isShuttingDown: boolean): Buffer | undefined {
    const { stage } = this;
    this.stage = 'over';
    if (stage === 'over' || (stage !== 'in' && error === null)) return undefined;
    const closing = isShuttingDown ? REASON.shuttingDown : REASON.takenOver;
    const reasonCode = error === null ? closing : reasonOfError(error);
    const last: Packet =
      stage === 'in' ? { cmd: 'disconnect', reasonCode } : { cmd: 'connack', sessionPresent: false, reasonCode };
    return generate(last, { protocolVersion: 5 });
  }

  private meet(packet: Packet): void {
    if (this.stage === 'over') return;
    if (this.stage === 'waiting') {
      if (this.early.push(packet) > MOST_EARLY) this.cut(REASON.quotaExceeded);
      return;
    }
    const isExpected = (packet.cmd === 'connect') === (this.stage === 'new');
    const flaw = isExpected ? flawOf(packet) : REASON.protocolError;
    if (flaw === undefined) this.translate(packet);
    else this.cut(flaw);
  }

  private translate(packet: Packet): void {
    switch (packet.cmd) {
      case 'connect':
        return this.introduce(packet);
      case 'publish':
        return this.publish(packet);
      case 'subscribe':
      case 'unsubscribe':
        return this.manage(packet);
      case 'disconnect':
        return this.leave(packet.reasonCode);
      case 'puback':
      case 'pubcomp':
        return this.acknowledged(packet.cmd, packet.messageId);
      case 'pubrec':
        // A client that refuses waits for no PUBREL. To the broker that is the end of the message.
        if ((packet.reasonCode ?? 0) >= REASON.unspecified) return this.acknowledged('pubcomp', packet.messageId);
        return this.ask(packet);
      default:
        return this.ask(packet);
    }
  }

  private introduce(packet: IConnectPacket): void {
    const flaw = flawOfConnect(packet);
    if (flaw !== undefined) return this.cut(flaw);
    const introduction = introductionOf(packet, this.limits);
    this.answers.begin(introduction);
    this.stage = 'waiting';
    this.ask(introduction.connect);
  }

  private publish({ topic, payload, qos, retain, dup, messageId, properties }: IPublishPacket): void {
    if (properties?.topicAlias !== undefined) return this.cut(REASON.badTopicAlias);
    if (topic === '') return this.cut(REASON.protocolError);
    this.ask({ cmd: 'publish', topic, payload, qos, retain, dup, ...(messageId !== undefined && { messageId }) });
  }

  private manage(packet: ISubscribePacket | IUnsubscribePacket): void {
    const { subscriptions } = this;
    const isNew = packet.cmd === 'subscribe' ? subscriptions.add(packet) : subscriptions.remove(packet);
    if (!isNew) return this.cut(REASON.protocolError);
    this.sides.manage(packet);
    // aedes notices only what it reads, and would take the client for dead.
    this.answers.ownPings += 1;
    this.ask({ cmd: 'pingreq' });
  }

  private acknowledged(cmd: 'puback' | 'pubcomp', messageId = 0): void {
    this.answers.acknowledged(messageId);
    this.ask({ cmd, messageId });
  }

  private leave(reason = 0): void {
    this.stage = 'over';
    if (reason === REASON.success) this.ask({ cmd: 'disconnect' });
    else this.sides.hangUp();
  }

  private answer(packet: Packet): void {
    if (packet.cmd === 'connack') this.stage = packet.returnCode === 0 ? 'in' : 'over';
    this.answers.tell(packet);
    if (packet.cmd === 'connack') for (const early of this.early.splice(0)) this.meet(early);
  }

  private ask(packet: Packet): void {
    try {
      this.sides.toBroker(generate(packet));
    } catch {
      this.cut(REASON.malformed);
    }
  }

  private cut(reason: Reason): void {
    if (this.stage !== 'over') this.sides.cut(new Cut(reason));
  }
}

// Reads packets from bytes, however they are cut.

interface Read {
  readonly packets: readonly Packet[];
  /** What came after the packets can never become one. */
  readonly isBroken: boolean;
}

/** The version is that of the first CONNECT; without one it is 3.1.1. */
function packetReader(): (bytes: Buffer) => Read {
  const reading = parser();
  let packets: Packet[] = [];
  let isBroken = false;
  reading.on('packet', (packet) => packets.push(packet));
  reading.on('error', () => {
    isBroken = true;
  });
  return (bytes) => {
    packets = [];
    try {
      reading.parse(bytes);
    } catch {
      isBroken = true;
    }
    return { packets, isBroken };
  };
}

// What aedes says in 3.1.1, said in MQTT 5.

interface ClientSide {
  readonly toClient: (bytes: Buffer) => void;
  readonly cut: (cut: Cut) => void;
}

function answersOf({ toClient, cut }: ClientSide, limits: ServerLimits) {
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
