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
import { answersOf } from './answers.ts';
import { flawOfConnect, introductionOf, type ServerLimits } from './connecting.ts';
import { Cut, flawOf, REASON, type Reason, reasonOfError } from './properties.ts';

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
