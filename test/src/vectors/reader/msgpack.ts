/** Reads the forms of msgpack that the server sends, and no others. */
import type { Bytes } from './bytes.ts';

/** The first bytes of the forms that were read, so that a test can compare them with the documentation. */
export function readMsgpack(bytes: Bytes, seen: Set<number> = new Set()): unknown {
  const first = bytes.uint8();
  seen.add(first);
  if (first < 0x80) return first;
  if (first < 0x90) return map(bytes, first - 0x80, seen);
  if (first < 0xa0) return list(bytes, first - 0x90, seen);
  if (first < 0xc0) return bytes.text(first - 0xa0);
  if (first >= 0xe0) return first - 0x100;
  const read: (() => unknown) | undefined = {
    192: () => null,
    194: () => false,
    195: () => true,
    203: () => bytes.float64(false),
    204: () => bytes.uint8(),
    205: () => bytes.uint16(false),
    206: () => bytes.uint32(false),
    208: () => bytes.int8(),
    209: () => bytes.int16(false),
    210: () => bytes.int32(false),
    217: () => bytes.text(bytes.uint8()),
    218: () => bytes.text(bytes.uint16(false)),
    220: () => list(bytes, bytes.uint16(false), seen),
    222: () => map(bytes, bytes.uint16(false), seen),
  }[first];
  if (read === undefined) throw new Error(`the server sends no msgpack that begins with ${first.toString(16)}`);
  return read();
}

function list(bytes: Bytes, length: number, seen: Set<number>): unknown[] {
  return Array.from({ length }, () => readMsgpack(bytes, seen));
}

function map(bytes: Bytes, length: number, seen: Set<number>): unknown {
  return Object.fromEntries(
    Array.from({ length }, () => [readMsgpack(bytes, seen), readMsgpack(bytes, seen)] as [string, unknown]),
  );
}
