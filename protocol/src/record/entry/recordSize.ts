/** How much a record may hold: many times what any real match has come to, and little enough to be read at once. */
import type { EntryOf, MatchResult } from './entries.ts';

/** What a record holds so far. */
export interface RecordSize {
  readonly entries: number;
  /** In UTF-8, with the line feeds. */
  readonly bytes: number;
}

const MOST_ENTRIES = 20_000;
const MOST_BYTES = 8 * 1024 * 1024;

/** Longer than any reason that an operator may give: no match that was ended by hand says so. */
const REASON = 'the-record-holds-all-that-a-record-may-hold';
/** The match ends with the entry after the one that reaches the bound, without winners. */
export const TOO_LONG: MatchResult = { result: 'aborted', winners: [], standings: [], reason: REASON };

export function sizeAfter({ entries, bytes }: RecordSize, line: string): RecordSize {
  return { entries: entries + 1, bytes: bytes + bytesOf(line) + 1 };
}

/** How much of what it may hold a record holds: 1 is all of it. */
export function fullness({ entries, bytes }: RecordSize): number {
  return Math.max(entries / MOST_ENTRIES, bytes / MOST_BYTES);
}

/** What speaks against an ending for want of room; `before`: what the record holds without it. */
export function lengthProblem({ result }: EntryOf<'ended'>, before: RecordSize): string | undefined {
  if (result.reason !== REASON || fullness(before) >= 1) return undefined;
  return `it says that the record is full, which it is not with ${before.entries} entries and ${before.bytes} bytes`;
}

const LINES = new TextEncoder();
/** Nearly every line is ASCII, whose bytes need not be made to be counted. */
const ASCII = /^[\0-\x7f]*$/;

function bytesOf(line: string): number {
  return ASCII.test(line) ? line.length : LINES.encode(line).length;
}
