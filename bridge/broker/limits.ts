/** What a client may publish: what is wrong with a message, how many packets are too many, and the counts of what was dropped. */
import type { Stray } from '@flower-war/protocol';
import { addressed, MOST_PAYLOAD_BYTES, MOST_TOPIC_BYTES, TOPIC_ROOT, TOPICS } from '@flower-war/protocol/temple';
import type { Logger } from 'pino';
import { may, type Who } from './access.ts';

// Finds what is wrong with a published message.

/** Larger than the payloads of temples, because Home Assistant's discovery is larger. */
export const MOST_MESSAGE_BYTES = 12_288;

/** The largest packet. A client that announces more is cut off before it is read. */
export const MOST_PACKET_BYTES = 16_384;

/** The same before the client has logged in: a CONNECT with a last will. Each property of MQTT 5 costs as much as a packet. */
export const MOST_STRANGER_BYTES = 2048;

interface Published {
  readonly topic: string;
  readonly bytes: number;
  readonly isRetained: boolean;
}

export function flawOf(who: Who, { topic, bytes, isRetained }: Published): Stray | undefined {
  if (Buffer.byteLength(topic) > MOST_TOPIC_BYTES || bytes > mostBytes(topic)) return 'too-large';
  const deed = isRetained && bytes === 0 ? 'clear' : 'write';
  if (!may(who, deed, topic)) return 'foreign-topic';
  return deed === 'write' && isRetained && !isState(topic) ? 'retained' : undefined;
}

function mostBytes(topic: string): number {
  return topic.startsWith(`${TOPIC_ROOT}/`) ? MOST_PAYLOAD_BYTES : MOST_MESSAGE_BYTES;
}

/** Commands and answers are never retained, because devices would carry them out again at every connect. */
function isState(topic: string): boolean {
  const found = addressed(topic);
  return found !== undefined && TOPICS[found.name].isRetained;
}

// Counts dropped messages and refused logins by account. Logs them once a minute, so that a flood fills no disk.

export type Counted = Stray | 'bad-password' | 'bad-client-id' | 'too-many-connections';

export interface Counts {
  count(account: string, what: Counted): void;
  /** The counts of an account since the last log line. */
  of(account: string): Readonly<Partial<Record<Counted, number>>>;
  tell(): void;
}

/** Clients choose the names, so that names beyond this number share one count. */
const MOST_ACCOUNTS = 256;

export const UNKNOWN_ACCOUNT = 'unknown';

export function createCounts(log: Logger): Counts {
  const counted = new Map<string, Partial<Record<Counted, number>>>();
  return {
    count(account, what) {
      const name = counted.has(account) || counted.size < MOST_ACCOUNTS ? account : UNKNOWN_ACCOUNT;
      const counts = counted.get(name) ?? {};
      counted.set(name, { ...counts, [what]: (counts[what] ?? 0) + 1 });
    },
    of: (account) => counted.get(account) ?? {},
    tell() {
      for (const [account, counts] of counted) log.warn({ account, ...counts }, 'dropped or refused');
      counted.clear();
    },
  };
}

/**
 * Watches incoming packets before the parser, which would wait for up to 256 MB from any client without a password.
 * Says how many packets began in a chunk; nothing once a packet is longer than `most` says at its beginning.
 */
export function packetMeter(most: () => number): (chunk: Uint8Array) => number | undefined {
  let body = 0;
  /** -1: the next byte is the first of a packet; else the weight of the next length byte, in bits. */
  let shift = -1;
  let length = 0;
  let packets = 0;

  /** Whether the packet may go on after this byte of its header. */
  function header(byte: number): boolean {
    if (shift < 0) {
      packets += 1;
      shift = 0;
      length = 0;
      return true;
    }
    length += (byte & 0x7f) * 2 ** shift;
    shift += 7;
    if ((byte & 0x80) !== 0) return shift < 28;
    body = length;
    shift = -1;
    return length <= most();
  }

  return (chunk) => {
    packets = 0;
    for (let at = 0; at < chunk.length; ) {
      const skipped = Math.min(body, chunk.length - at);
      body -= skipped;
      at += skipped;
      if (skipped === 0 && !header(chunk[at++] ?? 0)) return undefined;
    }
    return packets;
  };
}
