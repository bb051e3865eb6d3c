/** Syncs in the thread of the database. On a fast disk that costs least, and nothing waits for long. */
import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs';
import { fileOf, type Syncable } from '../../data-folder/appendLog.ts';
import { StoreError } from '../engine.ts';

/** More than most disks without moving parts need. */
const SLOW_MS = 10;

/** After this many fast syncs in a row a disk that was slow counts as fast again. */
const ENOUGH = 10;

export class OwnSyncs {
  private readonly files: FileSyncs;
  private readonly slowMs: number;
  /** Called with the time of each sync. */
  onSync: (milliseconds: number) => void = () => {};
  private fastInARow = ENOUGH;

  constructor(path: string, slowMs = SLOW_MS) {
    this.files = new FileSyncs(path);
    this.slowMs = slowMs;
  }

  get isFast(): boolean {
    return this.fastInARow >= ENOUGH;
  }

  sync(file: Syncable): void {
    const began = performance.now();
    this.files.syncHere(file);
    this.note(performance.now() - began);
  }

  /** How long a sync took, also one that the other side made. */
  note(milliseconds: number): void {
    this.onSync(milliseconds);
    this.fastInARow = milliseconds > this.slowMs ? 0 : this.fastInARow + 1;
  }

  close(): void {
    this.files.close();
  }
}

/** Syncs the files of a database. */
export class FileSyncs {
  private readonly path: string;
  /** Kept open, because the system tells a file that was opened before of every failure to write it. */
  private readonly descriptors = new Map<Syncable, number>();

  constructor(path: string) {
    this.path = path;
  }

  /** In Node's pool of threads, so that this one does not wait. */
  sync(file: Syncable, done: (failure: Error | null) => void): void {
    try {
      fdatasync(this.descriptorOf(file), (cause) => done(cause && failedToSync(cause)));
    } catch (cause) {
      done(failedToSync(cause as Error));
    }
  }

  syncHere(file: Syncable): void {
    try {
      fdatasyncSync(this.descriptorOf(file));
    } catch (cause) {
      throw failedToSync(cause as Error);
    }
  }

  /** Only once SQLite has closed its files: a process that closes a file loses all its locks on it. */
  close(): void {
    for (const descriptor of this.descriptors.values()) closeSync(descriptor);
    this.descriptors.clear();
  }

  private descriptorOf(file: Syncable): number {
    const known = this.descriptors.get(file);
    if (known !== undefined) return known;
    const opened = openSync(fileOf(this.path, file), 'r+');
    this.descriptors.set(file, opened);
    return opened;
  }
}

/** A later sync could succeed without what this one lost. Only opening the data again tells what the disk has. */
function failedToSync(cause: Error): StoreError {
  return new StoreError(`the disk failed to sync (${cause.message}), so what it has is unknown`, { cause });
}

// How soon the disk syncs, in the mean. Both threads tell how long their syncs took.

/** The mean of a quick disk: not much longer than two threads need to wake each other. */
const QUICK_MICROSECONDS = 400;

/** Reads may wait for a sync that takes no longer. */
const FAST_MICROSECONDS = SLOW_MS * 1000;

/** The last this many syncs weigh most. A long stall weighs for longer. */
const WEIGHING = 64;

/** Before it has shown that it is quick. */
const UNKNOWN_MICROSECONDS = 2000;

export class DiskSpeed {
  private readonly signals: Signals;

  constructor(signals: Signals) {
    this.signals = signals;
  }

  /** The server itself may wait for a sync. */
  get isQuick(): boolean {
    return this.mean <= QUICK_MICROSECONDS;
  }

  /** What only reads may wait for a sync. */
  get isFast(): boolean {
    return this.mean <= FAST_MICROSECONDS;
  }

  /** If both threads note a sync at the same moment, one of the two does not count. */
  note(milliseconds: number): void {
    const { mean } = this;
    const step = (milliseconds * 1000 - mean) / WEIGHING;
    Atomics.store(this.signals, SIGNALS.meanSync, Math.round(mean + step - UNKNOWN_MICROSECONDS));
  }

  private get mean(): number {
    return UNKNOWN_MICROSECONDS + Atomics.load(this.signals, SIGNALS.meanSync);
  }
}

// What the server and the thread of the database tell each other.

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
  /** The mean time of the last syncs in either thread. `DiskSpeed` tells how it is written. */
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

interface Failure {
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
