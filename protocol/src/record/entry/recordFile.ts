/** The lines of a record file. Bytes that are no text must not pass for the text that they resemble. */

/** Bytes, or text that was decoded from them without loss. */
export type RecordFile = string | Uint8Array;

const LINE_FEED = 0x0a;
/** Keeps a byte order mark, with which no line may begin, and throws at a wrong byte instead of replacing it. */
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const HALF_A_CHARACTER = /\p{Surrogate}/u;

/**
 * The text between line feeds; the last item is the text behind the last one. Lines that are not UTF-8 are `undefined`.
 */
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
