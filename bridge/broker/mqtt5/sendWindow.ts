/** Keeps to the receive maximum of a client: messages beyond it wait until the client has answered earlier ones. */

/** Far more than a hall of temples sends at once. A client that lets more wait is cut off. */
const MOST_WAITING = 10_000;

interface Message {
  readonly id: number;
  readonly bytes: Buffer;
}

export interface SendWindow {
  /** Sends a message now or later. False if too many wait. */
  offer(message: Message): boolean;
  /** The client has answered this message. */
  close(id: number): void;
}

export function createSendWindow(most: number, send: (bytes: Buffer) => void): SendWindow {
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
