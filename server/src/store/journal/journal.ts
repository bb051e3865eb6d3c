/** The store of records. One contract for every backend; `journal.contract.ts` is its suite of tests. */
import type { Gap } from '../../base/serverTime.ts';
import type { Claimed } from '../ownership/claims.ts';
import type { Peer, ProcessRow, Renewed } from '../ownership/processes.ts';

/** What lists and wake-ups need of a match without opening it. Written together with the entry that changes it. */
export interface Index {
  readonly status: 'open' | 'running' | 'ended';
  readonly visibility: 'public' | 'private';
  readonly game: string;
  readonly createdAt: number;
  /** When the match must be opened although no client asks: a bot must move, or a deadline is due. */
  readonly wakeAt?: number;
  /** The data that lists show, as JSON. */
  readonly summary: string;
}

/** The secrets of a match, kept beside its record and never in it. */
export interface Secrets {
  /** The 32 bytes behind the dice, in hex. */
  readonly secret: string;
  /** Lets players into a private match. */
  readonly code?: string;
}

/** A notice for a webhook, written together with the entry that it reports. */
export interface OutboxRow {
  readonly notice: string;
  readonly webhook: string;
  /** Empty for a test of the webhook. */
  readonly match: string;
  readonly kind: string;
  readonly at: number;
  /** When to send it; absent: at once. */
  readonly dueAt?: number;
  /** The body to send, unchanged. */
  readonly body: string;
}

/** What the journal knows of a temple without reading its entries. */
export interface TempleRow {
  readonly temple: string;
  /** The player who has claimed it. */
  readonly owner?: string;
  /** The match for which it counts. */
  readonly match?: string;
}

/** An entry of a match to append; or, if `temple` is set, of a temple, with the temple's id as `match`. */
export interface Append {
  readonly match: string;
  /** The number of entries that the writer expects: compare-and-append. */
  readonly expectedSeq: number;
  /** Names the writing process, to tell its own entry from another's after an unknown outcome. */
  readonly owner: string;
  /** The claim of the process to this match or temple. Without it nothing is written. The first entry makes it. */
  readonly claim: number;
  readonly line: string;
  readonly hash: string;
  /** The players that this entry adds to the match. The match is then in their lists. */
  readonly players?: readonly string[];
  /** The new index, if it changed. Required with the first entry of a match. */
  readonly index?: Index;
  /** Set with every entry of a temple, and only there. */
  readonly temple?: TempleRow;
  /** Written in the same transaction as the entry. */
  readonly notices?: readonly OutboxRow[];
  /** Set with the first entry only. */
  readonly secrets?: Secrets;
  /** The entry says that the match was restored, so `Stored.restores` goes down by one. */
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
  /** How many restores from a backup no entry mentions yet. */
  readonly restores: number;
}

export interface Filter {
  readonly status: Index['status'];
  readonly game?: string;
  readonly limit: number;
}

/** What the operator looks for. */
export interface HostedFilter extends Omit<Filter, 'status'>, Partial<Pick<Filter, 'status'>> {
  /** A match by its id. */
  readonly match?: string;
  /** Matches that this player was ever part of. */
  readonly player?: string;
  /** The last match of the page before. */
  readonly after?: OperatorPlace;
}

/** The place of a match in the order in which matches ended. */
export interface Ending {
  /** From 1 on, without a gap, never used twice. */
  readonly n: number;
  readonly match: string;
}

/** A range of entry numbers, without `to` itself. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** A page of a player's matches. */
export interface HistoryPage {
  readonly player: string;
  readonly withPrivate: boolean;
  readonly game?: string;
  /** The last match of the page before. */
  readonly before?: { readonly createdAt: number; readonly match: string };
  readonly limit: number;
}

/** What a process asks that wants to own a match or a temple. */
export interface AskedOwnership {
  readonly id: string;
  readonly owner: string;
  /** The outcome of an append is unknown: a new claim fences it off, so that the tail tells what became of it. */
  readonly isInDoubt?: boolean;
}

/** The time that the owner of a match could not serve it. */
export interface Away {
  readonly owner: string;
  /** The last sign of life of a dead process that owned the match before. */
  readonly since?: number;
  /** What is lost later does not count: the match learns of it when it is open. */
  readonly now: number;
}

export interface Journal {
  /** Makes the process the owner. Rejects with `Elsewhere` if another living process is. */
  claim(asked: AskedOwnership): Promise<Claimed>;
  /** The living process that owns the match or temple. */
  holderOf(id: string): Promise<Peer | undefined>;
  release(id: string, owner: string): Promise<void>;
  releaseAll(owner: string): Promise<void>;
  /** All that the process owns is free, and other processes go on at once with what is due. */
  offerAll(owner: string): Promise<void>;
  /** Matches that no living process owns any more, and that must go on although no client asks. */
  orphans(limit: number): Promise<readonly string[]>;
  /** Frees what dead processes own and no match waits for. */
  freeClaims(): Promise<void>;
  /** Forgets processes that ended a day ago and own nothing. */
  forgetProcesses(): Promise<void>;
  /** The other processes that are alive, and this one. */
  processes(): Promise<readonly ProcessRow[]>;
  /** Whether the process was declared dead by others, or has ended. */
  isDead(process: string): Promise<boolean>;
  /**
   * Durable once it resolves to `appended`. `conflict`: another entry has that number, or the claim is another's now, and
   * nothing was written. Rejects when the outcome is unknown; the caller then claims again and reads the tail.
   */
  append(append: Append): Promise<'appended' | 'conflict'>;
  tail(match: string): Promise<Tail | undefined>;
  secrets(match: string): Promise<Secrets | undefined>;
  read(match: string): Promise<Stored | undefined>;
  /** The entries of a match or a temple, or a range of them. Empty if there is no such match or temple. */
  linesOf(id: string, some?: Range): Promise<readonly string[]>;
  /** Temples of one owner, or all, by id. */
  temples(asked: {
    readonly owner?: string;
    readonly after?: string;
    readonly limit: number;
  }): Promise<readonly TempleRow[]>;
  /** Public matches, the newest first. */
  list(filter: Filter): Promise<readonly Index[]>;
  /** All matches, for the operator: unfinished ones, the oldest first, then ended ones, the newest first. */
  listAll(filter: HostedFilter): Promise<readonly Index[]>;
  index(match: string): Promise<{ readonly index: Index; readonly code?: string } | undefined>;
  /** Every match that this player was ever part of, also matches that the player left. */
  matchesOf(player: string): Promise<readonly string[]>;
  /** Those of `matchesOf` that have not ended. */
  unfinishedOf(player: string): Promise<readonly Index[]>;
  /** Those of these matches that have not ended. */
  unfinishedAmong(matches: readonly string[]): Promise<readonly string[]>;
  /** Matches in which this player sits, the newest first. */
  historyOf(asked: HistoryPage): Promise<readonly Index[]>;
  /** The endings after the n-th, in their order. A match that ended since gets its number by this. */
  endings(after: number, limit: number): Promise<readonly Ending[]>;
  /** Those of these matches in which no player has a seat. */
  withoutPlayers(matches: readonly string[]): Promise<readonly { readonly match: string; readonly index: Index }[]>;
  /** Matches whose `wakeAt` has passed and that no other living process owns, the longest waiting first. */
  due(now: number, limit: number): Promise<readonly string[]>;
  counts(): Promise<Readonly<Record<Index['status'], number>>>;
  /** Deletes up to `limit` matches that ended before this time. Returns how many. */
  forget(endedBefore: number, limit: number): Promise<number>;
  /** Deletes one match. */
  forgetMatch(match: string): Promise<void>;
  /**
   * Notes that the process is alive. The first call after opening records how long none was. A process that is alone may write
   * nothing while no clock runs, unless it must.
   */
  beat(now: number, mustWrite?: boolean): Promise<Renewed>;
  /** Records a time in which the living process could do nothing. */
  noteGap(gap: Gap): Promise<void>;
  /** How many milliseconds since then were outages: no process was alive, or the owner could do nothing. */
  lostSince(since: number, away?: Away): Promise<number>;
  close(): Promise<void>;
}

// The order of matches in the operator's list: unfinished ones, the oldest first, then ended, the newest first.

/** The last match that the operator was shown. */
export interface OperatorPlace {
  readonly status: 'open' | 'running' | 'ended';
  readonly createdAt: number;
  readonly match: string;
}

type Key = readonly [ended: number, age: number, match: string];

/** A sort key: places have the order of their keys. */
export function keyOf({ status, createdAt, match }: OperatorPlace): Key {
  return status === 'ended' ? [1, -createdAt, match] : [0, createdAt, match];
}
