/** Finds what is wrong with a published message. */
import type { Stray } from '@flower-war/protocol';
import { addressed, MOST_PAYLOAD_BYTES, MOST_TOPIC_BYTES, TOPIC_ROOT, TOPICS } from '@flower-war/protocol/temple';
import { may, type Who } from '../accounts/access.ts';

/** Larger than the payloads of temples, because Home Assistant's discovery is larger. */
export const MOST_MESSAGE_BYTES = 12_288;
/** The largest packet. A client that announces more is cut off before it is read. */
export const MOST_PACKET_BYTES = 16_384;
/** The same before the client has logged in: a CONNECT with a last will. Each property of MQTT 5 costs as much as a packet. */
export const MOST_STRANGER_BYTES = 2048;

export interface Published {
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
