/** Syncs the files of a database. */
import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs';
import { StoreError } from '../engine.ts';
import type { Syncable } from './threadMessages.ts';

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
    const opened = openSync(file === 'log' ? `${this.path}-wal` : this.path, 'r+');
    this.descriptors.set(file, opened);
    return opened;
  }
}

/** A later sync could succeed without what this one lost. Only opening the data again tells what the disk has. */
function failedToSync(cause: Error): StoreError {
  return new StoreError(`the disk failed to sync (${cause.message}), so what it has is unknown`, { cause });
}
