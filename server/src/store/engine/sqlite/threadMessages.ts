/** What the server and the thread of the database tell each other. */
import type { Syncable } from '../../data-folder/appendLog.ts';

export interface Where {
  readonly path: string;
  /** Whether a write counts only once the disk has it. */
  readonly isSynced: boolean;
}

export interface ThreadData extends Where {
  /** Numbers that both sides see at once. `SIGNALS` tells what each is. */
  readonly signals: Signals;
}

export type Signals = Int32Array<SharedArrayBuffer>;

export const SIGNALS = {
  /** Rises when the thread has something to do. It sleeps until this changes. */
  calls: 0,
  /** How many syncs are done that the thread asked for. */
  syncs: 1,
  /** How many milliseconds the last of them took. */
  lastSyncMs: 3,
  /** 1 if the thread has something to do as soon as a sync is done. */
  isWaiting: 2,
  /** The mean time of the last syncs in either thread. `QuickDisk` tells how it is written. */
  meanSync: 4,
  /** How many transactions the thread has committed. */
  commits: 5,
} as const;

export function newSignals(): Signals {
  return new Int32Array(new SharedArrayBuffer(Object.keys(SIGNALS).length * Int32Array.BYTES_PER_ELEMENT));
}

/** A call as a list, which passes between threads at half the cost of an object. */
export type StoreCall = readonly [id: number, group: string, name: string, given: readonly unknown[]];

/** The call that writes to the tables what the log of appends has. It comes before all others of its batch. */
export const REPLAY = { group: 'log', name: 'replay' } as const;

export interface CallBatch {
  readonly calls: readonly StoreCall[];
  /** Nothing comes after this. */
  readonly isLast: boolean;
}

export interface Failure {
  readonly message: string;
  readonly isOfStore: boolean;
}

/** The outcome of a call. */
export type Answered = readonly [id: number, value: unknown, failure?: Failure];

export interface Said {
  readonly answers: readonly Answered[];
  /** The answers count only once the disk has this file. The thread asks for one sync at a time. */
  readonly sync?: Syncable;
}
