/** The packets of MQTT 3.1.1 that a temple sends and hears. */

export interface Login {
  /** Also the user name and the client id. */
  readonly id: string;
  readonly password: string;
  readonly keepaliveS: number;
  readonly will: { readonly topic: string; readonly text: string };
}

export interface Published {
  readonly topic: string;
  readonly text: string;
  readonly isRetained: boolean;
  /** With an id the other end says that it has the message. */
  readonly id?: number;
}

export type Heard =
  | { readonly kind: 'welcome'; readonly code: number }
  | ({ readonly kind: 'published' } & Published)
  | { readonly kind: 'taken'; readonly id: number }
  | { readonly kind: 'other' };

const TYPE = { connect: 0x10, publish: 0x30, puback: 0x40, subscribe: 0x82 } as const;
/** A clean session with a user name, a password, and a last will that is retained, with quality 1. */
const CONNECT_FLAGS = 0b1110_1110;
const QOS_1 = 0b10;
const RETAINED = 0b1;
/** What temples hear is never longer. */
const MOST_BYTES = 8192;

const utf8 = new TextEncoder();
const reader = new TextDecoder();

export function connectPacket({ id, password, keepaliveS, will }: Login): Uint8Array<ArrayBuffer> {
  const head = [...text('MQTT'), 4, CONNECT_FLAGS, ...short(keepaliveS)];
  return packet(TYPE.connect, [head, text(id), text(will.topic), text(will.text), text(id), text(password)].flat());
}

export function publishPacket({ topic, text: content, isRetained, id }: Published): Uint8Array<ArrayBuffer> {
  const flags = (isRetained ? RETAINED : 0) | (id === undefined ? 0 : QOS_1);
  const number = id === undefined ? [] : short(id);
  return packet(TYPE.publish | flags, [...text(topic), ...number, ...utf8.encode(content)]);
}

export function subscribePacket(id: number, topics: readonly string[]): Uint8Array<ArrayBuffer> {
  return packet(TYPE.subscribe, [...short(id), ...topics.flatMap((topic) => [...text(topic), 1])]);
}

export const takenPacket = (id: number): Uint8Array<ArrayBuffer> => packet(TYPE.puback, short(id));
export const PING: Uint8Array<ArrayBuffer> = Uint8Array.of(0xc0, 0);

/** Reads packets from chunks, however they are cut. Throws an error for what can be no packet. */
export function packetReader(): (chunk: Uint8Array) => readonly Heard[] {
  let rest = new Uint8Array();
  return (chunk) => {
    const bytes = new Uint8Array(rest.length + chunk.length);
    bytes.set(rest);
    bytes.set(chunk, rest.length);
    const heard: Heard[] = [];
    let from = 0;
    for (let next = endOf(bytes, from); next !== undefined; next = endOf(bytes, from)) {
      heard.push(read(bytes[from] ?? 0, bytes.subarray(next.body, next.end)));
      from = next.end;
    }
    rest = bytes.slice(from);
    return heard;
  };
}

/** Where the packet has its body, and where it ends; nothing if it has not come whole. */
function endOf(bytes: Uint8Array, from: number): { readonly body: number; readonly end: number } | undefined {
  let length = 0;
  for (let at = from + 1, weight = 1; at < bytes.length; at++, weight *= 128) {
    const byte = bytes[at] ?? 0;
    length += (byte & 127) * weight;
    if (length > MOST_BYTES) throw new Error('the broker sent a packet that is too long');
    if (byte < 128) return at + 1 + length <= bytes.length ? { body: at + 1, end: at + 1 + length } : undefined;
  }
  return undefined;
}

function read(head: number, body: Uint8Array): Heard {
  switch (head & 0xf0) {
    case 0x20:
      return { kind: 'welcome', code: body[1] ?? -1 };
    case 0x30:
      return { kind: 'published', ...published(head, body) };
    case 0x40:
      return { kind: 'taken', id: numberAt(body, 0) };
    default:
      return { kind: 'other' };
  }
}

function published(head: number, body: Uint8Array): Published {
  const afterTopic = 2 + numberAt(body, 0);
  const hasId = (head & QOS_1) !== 0;
  return {
    topic: reader.decode(body.subarray(2, afterTopic)),
    text: reader.decode(body.subarray(afterTopic + (hasId ? 2 : 0))),
    isRetained: (head & RETAINED) !== 0,
    ...(hasId && { id: numberAt(body, afterTopic) }),
  };
}

function packet(head: number, body: readonly number[]): Uint8Array<ArrayBuffer> {
  const length: number[] = [];
  for (let left = body.length; left > 0 || length.length === 0; left >>= 7)
    length.push((left & 127) | (left > 127 ? 128 : 0));
  return Uint8Array.from([head, ...length, ...body]);
}

const short = (number: number): readonly number[] => [number >> 8, number & 255];

function text(content: string): readonly number[] {
  const bytes = utf8.encode(content);
  return [...short(bytes.length), ...bytes];
}

const numberAt = (bytes: Uint8Array, at: number): number => (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0);
