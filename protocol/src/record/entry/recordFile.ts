/** The lines of a record file. Invalid UTF-8 is refused, never repaired. */
import type { EntryOf, MatchResult } from './entries.ts';

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

// How much a record may hold: many times more than any real match, and little enough to be read at once.

/** What a record holds so far. */
export interface RecordSize {
  readonly entries: number;
  /** In UTF-8, with the line feeds. */
  readonly bytes: number;
}

const MOST_ENTRIES = 20_000;
const MOST_BYTES = 8 * 1024 * 1024;

/** Longer than any reason that an operator may give, so no match that an operator ends has this reason. */
const REASON = 'the-record-holds-all-that-a-record-may-hold';

/** The match ends with the entry after the one that reaches the bound, without winners. */
export const TOO_LONG: MatchResult = { result: 'aborted', winners: [], standings: [], reason: REASON };

export function sizeAfter({ entries, bytes }: RecordSize, line: string): RecordSize {
  return { entries: entries + 1, bytes: bytes + bytesOf(line) + 1 };
}

/** How full a record is. At 1 it is full. */
export function fullness({ entries, bytes }: RecordSize): number {
  return Math.max(entries / MOST_ENTRIES, bytes / MOST_BYTES);
}

/**
 * What is wrong if a match says that it ended because its record was full. `before`: the record without its last line.
 */
export function lengthProblem({ result }: EntryOf<'ended'>, before: RecordSize): string | undefined {
  if (result.reason !== REASON || fullness(before) >= 1) return undefined;
  return `it says that the record is full, but the record has only ${before.entries} entries and ${before.bytes} bytes`;
}

const LINES = new TextEncoder();

/** Nearly every line is ASCII, whose length is its number of bytes. */
const ASCII = /^[\0-\x7f]*$/;

function bytesOf(line: string): number {
  return ASCII.test(line) ? line.length : LINES.encode(line).length;
}
