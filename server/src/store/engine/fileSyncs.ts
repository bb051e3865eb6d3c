/** Syncs the files of a database in Node's pool of threads, so that neither the server nor the thread of the database waits. */
import { closeSync, fdatasync, openSync } from 'node:fs';
import type { Syncable } from './threadMessages.ts';

export class FileSyncs {
  private readonly path: string;
  /** Kept open, because the system tells a file that was opened before of every failure to write it. */
  private readonly descriptors = new Map<Syncable, number>();

  constructor(path: string) {
    this.path = path;
  }

  sync(file: Syncable, done: (failure: Error | null) => void): void {
    try {
      fdatasync(this.descriptorOf(file), done);
    } catch (cause) {
      done(cause as Error);
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
