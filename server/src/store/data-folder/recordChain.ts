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

/** A match without lines, if there is one. A deletion leaves none: the match goes together with its last line. */
export const WITHOUT_LINES = `
  SELECT match FROM matches WHERE NOT EXISTS (SELECT 1 FROM entries WHERE entries.match = matches.match) LIMIT 1`;

export interface KeptRecords {
  /** As ALL_LINES gives them. */
  readonly lines: AsyncIterable<KeptLine> | Iterable<KeptLine>;
  /** As WITHOUT_LINES gives it. */
  readonly empty: string | undefined;
}

/** Checks that all records are whole. Of the records it holds one line at a time. Throws at the first line that does not fit. */
export async function checkChains({ lines, empty }: KeptRecords): Promise<void> {
  if (empty !== undefined) throw damaged(empty, new DamagedRecord(1, MISSING));
  let last: KeptLine | undefined;
  for await (const line of lines) {
    if (last?.match !== line.match) checkEnd(last);
    checkNext(last?.match === line.match ? last : undefined, line);
    last = line;
  }
  checkEnd(last);
}

function checkNext(last: KeptLine | undefined, next: KeptLine): void {
  try {
    // The deletion of a long record takes the first lines of an ended match first, and may be cut off.
    if (last === undefined && next.seq > 0 && next.status === 'ended') return;
    const seq = last === undefined ? 0 : last.seq + 1;
    if (next.seq !== seq) throw new DamagedRecord(seq + 1, MISSING);
    if (chained(last?.hash ?? NO_HASH, next.line, seq) !== next.hash)
      throw new DamagedRecord(seq + 1, 'it names another hash than the one that is kept beside it');
    // Temples have lines without a match, but none of this kind.
    if (last === undefined && next.status === null && kindOf(next) === 'created')
      throw new DamagedRecord(1, 'it begins a match that is not among the matches');
  } catch (cause) {
    throw damaged(next.match, cause);
  }
}

/** Nothing says where the record of a match ends that goes on. */
function checkEnd(last: KeptLine | undefined): void {
  if (last?.status !== 'ended' || kindOf(last) === 'ended') return;
  throw damaged(
    last.match,
    new DamagedRecord(last.seq + 2, `${MISSING}, because the match has ended and no line says so`),
  );
}

const MISSING = 'it is missing';

const kindOf = ({ line }: KeptLine) => /^\{"seq":\d+,"kind":"([a-z]+)"/.exec(line)?.[1];

function damaged(match: string, cause: unknown): unknown {
  if (!(cause instanceof DamagedRecord)) return cause;
  return new Error(`Of ${match}, ${cause.message}. ${WHAT_TO_DO}`, { cause });
}

const WHAT_TO_DO =
  'A disk or a tool has changed the record since the server wrote it. Use a backup from before that, or delete the match as docs/operating.md tells ("Backup and restore").';
