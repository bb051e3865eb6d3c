/** Where records are kept. One contract for every backend; `contract.ts` is its suite of tests. */
import type { Gap } from '../../base/serverTime.ts';
import type { OperatorPlace } from './operatorOrder.ts';

/** What lists and wake-ups need to know of a match without opening it. Changes with the entry that changed it. */
export interface Index {
  readonly status: 'open' | 'running' | 'ended';
  readonly visibility: 'public' | 'private';
  readonly game: string;
  readonly createdAt: number;
  /** When the match needs to be opened although nobody asks: a bot must move, a deadline is due. */
  readonly wakeAt?: number;
  /** Whatever the lists show, as JSON. */
  readonly summary: string;
}

/** Kept beside a record, never in it. */
export interface Secrets {
  /** The 32 bytes behind the dice, in hex. */
  readonly secret: string;
  /** Lets people into a private match. */
  readonly code?: string;
}

/** What a webhook is to be told, written together with the entry that it tells of. */
export interface OutboxRow {
  readonly notice: string;
  readonly webhook: string;
  /** Empty for a test of the webhook. */
  readonly match: string;
  readonly kind: string;
  readonly at: number;
  /** As it is sent. */
  readonly body: string;
}

/** What is looked up of a temple without reading its entries. */
export interface TempleRow {
  readonly temple: string;
  /** The player who has claimed it. */
  readonly owner?: string;
  /** The match for which it counts. */
  readonly match?: string;
}

/** An entry of a match; or, where it says so, of a temple, whose id then stands for that of the match. */
export interface Append {
  readonly match: string;
  /** How many entries the writer believes there are: compare-and-append. */
  readonly expectedSeq: number;
  /** Names the process that writes, to tell its own entry from another's after an unknown outcome. */
  readonly owner: string;
  readonly line: string;
  readonly hash: string;
  /** People whom this entry brings in: their matches can be found from then on. */
  readonly players?: readonly string[];
  /** Only when it changed; always with the first entry of a match. */
  readonly index?: Index;
  /** With every entry of a temple, and no other. */
  readonly temple?: TempleRow;
  /** In the same transaction: either both are written or neither. */
  readonly notices?: readonly OutboxRow[];
  /** With the first entry only. */
  readonly secrets?: Secrets;
  /** The entry says that the match was restored: one of `Stored.restores` is done with. */
  readonly isRestored?: true;
}

export interface Tail {
  readonly seq: number;
  readonly hash: string;
  readonly owner: string;
}

export interface Stored {
  readonly lines: readonly string[];
  readonly secrets: Secrets;
  readonly index: Index;
  /** How often it was restored from a backup, and no entry says so yet. */
  readonly restores: number;
}

export interface Filter {
  readonly status?: Index['status'];
  readonly game?: string;
  readonly limit: number;
}

/** The place of a match in the order in which matches ended. */
export interface Ending {
  /** From 1 on, never used twice. */
  readonly n: number;
  readonly match: string;
}

/** Entries by their numbers: the first, and the first that is none of them any more. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Whose matches, and from where on in the list. */
export interface Asked {
  readonly player: string;
  readonly withPrivate: boolean;
  readonly game?: string;
  /** The last one that was seen. */
  readonly before?: { readonly createdAt: number; readonly match: string };
  readonly limit: number;
}

export interface Journal {
  /**
   * Durable once it resolves to `appended`. `conflict`: another entry stands at that place, nothing was written. Rejects
   * when the outcome is not known: then read the tail.
   */
  append(append: Append): Promise<'appended' | 'conflict'>;
  tail(match: string): Promise<Tail | undefined>;
  secrets(match: string): Promise<Secrets | undefined>;
  read(match: string): Promise<Stored | undefined>;
  /** The entries of a match or a temple, or some of them; none if it was never written of. */
  linesOf(id: string, some?: Range): Promise<readonly string[]>;
  /** By id, after this one: of one owner, or all. */
  temples(asked: {
    readonly owner?: string;
    readonly after?: string;
    readonly limit: number;
  }): Promise<readonly TempleRow[]>;
  /** The newest first; public ones only. */
  list(filter: Filter): Promise<readonly Index[]>;
  /** What has not ended, the oldest first; then what has, the newest first. Private ones too: for the operator. */
  listAll(filter: Filter & { readonly after?: OperatorPlace }): Promise<readonly Index[]>;
  index(match: string): Promise<{ readonly index: Index; readonly code?: string } | undefined>;
  /** Every match that brought this player in, also those they have left. */
  matchesOf(player: string): Promise<readonly string[]>;
  /** Those of them that have not ended. */
  unfinishedOf(player: string): Promise<readonly Index[]>;
  /** Those in which this player sits, the newest first. */
  historyOf(asked: Asked): Promise<readonly Index[]>;
  /** What ended after the n-th ending, in that order. */
  endings(after: number, limit: number): Promise<readonly Ending[]>;
  /** Matches whose time to wake has come, the longest waiting first. */
  due(now: number, limit: number): Promise<readonly string[]>;
  counts(): Promise<Readonly<Record<Index['status'], number>>>;
  /** Deletes matches that ended before then, no more than `limit` at once; says how many. */
  forget(endedBefore: number, limit: number): Promise<number>;
  /** Deletes this match. */
  forgetMatch(match: string): Promise<void>;
  /** Notes that the process is alive. The first call after an opening records how long it was not. */
  beat(now: number): Promise<void>;
  /** While the process was alive, it could do nothing for a while. */
  noteGap(gap: Gap): Promise<void>;
  /** How many milliseconds since then nobody could act: no process was alive, or it could do nothing. */
  lostSince(since: number): Promise<number>;
  close(): Promise<void>;
}

/** The world failed, not we: a full disk, a lost connection. Trying again later may help. */
export class JournalError extends Error {
  override readonly name = 'JournalError';
}
