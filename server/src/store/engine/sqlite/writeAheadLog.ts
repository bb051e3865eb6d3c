/**
 * SQLite writes to its write-ahead log first. From time to time it must copy the log to the pages of the database and begin the
 * log again. SQLite would do so within a commit, and wait there for two syncs.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** About 16 MB. The longer the log, the more often a page is changed before it is copied. */
export const LONG_LOG_PAGES = 4000;
const LOOKED_AT_EVERY = 4;

interface Length {
  readonly log: number;
  readonly checkpointed: number;
}

export class WriteAheadLog {
  private readonly database: DatabaseSync;
  private readonly length: StatementSync;
  private asked = 0;

  constructor(database: DatabaseSync) {
    this.database = database;
    database.exec('PRAGMA wal_autocheckpoint = 0');
    this.length = database.prepare('PRAGMA wal_checkpoint(NOOP)');
  }

  /** Asked before each transaction. */
  isLong(): boolean {
    if (++this.asked % LOOKED_AT_EVERY > 0) return false;
    const { log, checkpointed } = this.length.get() as unknown as Length;
    return log >= LONG_LOG_PAGES && checkpointed < log;
  }

  /** The disk must have the log before, and the pages before anything else is written. */
  copyToPages(): void {
    this.database.exec('PRAGMA synchronous = OFF; PRAGMA wal_checkpoint(PASSIVE); PRAGMA synchronous = NORMAL');
  }
}
