/** Syncs in the thread of the database. On a fast disk that costs least, and nothing waits for long. */
import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs';
import { fileOf, type Syncable } from '../../data-folder/appendLog.ts';
import { StoreError } from '../engine.ts';
import { SIGNALS, type Signals } from './threadMessages.ts';

/** More than most disks without moving parts need. */
const SLOW_MS = 10;

/** After so many fast syncs in a row a disk that was slow counts as fast again. */
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

// Whether the disk syncs so quickly that the server itself may wait for it. Both threads tell how long their syncs took.

/** The mean of a quick disk: not much longer than two threads need to wake each other. */
const QUICK_MICROSECONDS = 400;

/** The last this many syncs weigh most. A long stall weighs for longer. */
const WEIGHING = 64;

/** Before it has shown that it is quick. */
const UNKNOWN_MICROSECONDS = 2000;

export class QuickDisk {
  private readonly signals: Signals;

  constructor(signals: Signals) {
    this.signals = signals;
  }

  get isQuick(): boolean {
    return this.mean <= QUICK_MICROSECONDS;
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
