/** What aedes says in 3.1.1, said in MQTT 5. */
import { generate, type IPublishPacket, type Packet } from 'mqtt-packet';
import { type Introduction, type ServerLimits, welcome } from './connecting.ts';
import { Cut, REASON, type Reason } from './reasons.ts';
import { createSendWindow } from './sendWindow.ts';
import { createSubscriptions } from './subscriptions.ts';

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
