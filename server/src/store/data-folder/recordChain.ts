/** The chain of a record: each line names a hash, which follows from the line before it. */
import { hashOf, NO_HASH } from '@flower-war/protocol';

/** A record that can never be opened. `line` counts from 1. */
export class DamagedRecord extends Error {
  readonly line: number;

  constructor(line: number, problem: string) {
    super(`line ${line} of the record is damaged: ${problem}`);
    this.line = line;
  }
}

/** The hash of a line. Throws if it does not follow from the line before. */
export function chained(previous: string, line: string, seq: number): string {
  const hash = hashOf(previous, line);
  if (hash === undefined) throw new DamagedRecord(seq + 1, 'its hash does not fit');
  return hash;
}

/** A line as the store keeps it. */
export interface KeptLine {
  readonly match: string;
  readonly seq: number;
  readonly hash: string;
  readonly line: string;
  /** Null for a temple, and for lines that belong to no match. */
  readonly status: string | null;
}

/** Each record from its first line on. Both databases find the order in their index, so that neither sorts. */
export const ALL_LINES = `
  SELECT match, seq, hash, line, (SELECT status FROM matches WHERE matches.match = entries.match) AS status
  FROM entries ORDER BY match, seq`;

/** Checks the chains of all records. Of the records it holds one line at a time. Throws at the first line that does not fit. */
export async function checkChains(lines: AsyncIterable<KeptLine> | Iterable<KeptLine>): Promise<void> {
  let last: KeptLine | undefined;
  for await (const line of lines) {
    checkNext(last?.match === line.match ? last : undefined, line);
    last = line;
  }
}

function checkNext(last: KeptLine | undefined, next: KeptLine): void {
  try {
    // The deletion of a long record takes the first lines of an ended match first, and may be cut off.
    if (last === undefined && next.seq > 0 && next.status === 'ended') return;
    const seq = last === undefined ? 0 : last.seq + 1;
    if (next.seq !== seq) throw new DamagedRecord(seq + 1, 'it is missing');
    if (chained(last?.hash ?? NO_HASH, next.line, seq) !== next.hash)
      throw new DamagedRecord(seq + 1, 'it names another hash than the one that is kept beside it');
  } catch (cause) {
    if (!(cause instanceof DamagedRecord)) throw cause;
    throw new Error(`Of ${next.match}, ${cause.message}. ${WHAT_TO_DO}`, { cause });
  }
}

const WHAT_TO_DO =
  'A disk or a tool has changed the record since the server wrote it. Use a backup from before that, or delete the match as docs/operating.md tells ("Backup and restore").';
