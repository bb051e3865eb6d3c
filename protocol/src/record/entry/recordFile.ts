/** A record as it lies in a file: bytes, cut into lines. What is no text must not pass for the text that it resembles. */

/** Bytes, or text that was made of them without loss. */
export type RecordFile = string | Uint8Array;

const LINE_FEED = 0x0a;
/** Keeps a byte order mark, which no line begins with, and puts no other character in the place of a wrong byte. */
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const HALF_A_CHARACTER = /\p{Surrogate}/u;

/** What stands between the line feeds, the last of it behind the last of them; absent where bytes are no UTF-8. */
export function linesIn(record: RecordFile): readonly (string | undefined)[] {
  if (typeof record === 'string')
    return record.split('\n').map((line) => (HALF_A_CHARACTER.test(line) ? undefined : line));
  return cut(record).map(textOf);
}

function cut(bytes: Uint8Array): readonly Uint8Array[] {
  const lines: Uint8Array[] = [];
  let from = 0;
  for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, from)) {
    lines.push(bytes.subarray(from, end));
    from = end + 1;
  }
  return [...lines, bytes.subarray(from)];
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return UTF8.decode(bytes);
  } catch {
    return undefined;
  }
}
