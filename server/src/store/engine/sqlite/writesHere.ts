/**
 * Writes an append that comes alone in the thread of the server: to wake another thread, and to be woken by it, takes half as
 * long as such a write. The server waits for the sync, so this happens only while the disk is quick.
 */
import { connect } from '../../data-folder/connect.ts';
import type { Call, Groups } from '../engine.ts';
import type { FileSyncs, QuickDisk } from './ownSyncs.ts';
import { SqliteRunner } from './sqlite.ts';

/**
 * One write in this many goes to the other thread, which sees to it that the log does not grow too long. It is rare, because
 * then each thread must read again what the other one wrote.
 */
export const OTHERS_TURN = 128;

export interface Disk {
  readonly path: string;
  readonly files: Pick<FileSyncs, 'syncHere'>;
  /** Undefined if a write counts before the disk has it. */
  readonly quick: QuickDisk | undefined;
  /** In milliseconds, by a clock that is never set. */
  readonly now: () => number;
}

export class WritesHere {
  private readonly disk: Disk;
  private readonly groups: Groups;
  private runner: SqliteRunner | undefined;
  private asked = 0;
  commits = 0;

  constructor(disk: Disk, groups: Groups) {
    this.disk = disk;
    this.groups = groups;
  }

  /**
   * Undefined if the other thread must do it: nothing was written then. The other thread must have nothing to do. Throws if the
   * disk fails to sync.
   */
  outcomeOf(call: Call): { readonly value: unknown } | undefined {
    if (!isOneAppend(call) || this.disk.quick?.isQuick === false || ++this.asked % OTHERS_TURN === 0) return undefined;
    this.runner ??= this.opened();
    const { commits } = this.runner;
    const [outcome] = this.runner.run([call]);
    if (outcome === undefined || 'failure' in outcome) return undefined;
    if (this.runner.commits > commits) this.sync();
    this.commits += this.runner.commits - commits;
    return outcome;
  }

  close(): void {
    this.runner?.close();
    this.runner = undefined;
  }

  private opened(): SqliteRunner {
    const database = connect(this.disk.path, false);
    // A lock of another program is waited for in the other thread. The log is copied to the pages there, too.
    database.exec('PRAGMA busy_timeout = 0; PRAGMA wal_autocheckpoint = 0');
    return new SqliteRunner(database, this.groups);
  }

  private sync(): void {
    const { quick, files, now } = this.disk;
    if (quick === undefined) return;
    const began = now();
    files.syncHere('log');
    quick.note(now() - began);
  }
}

function isOneAppend({ group, name, given }: Call): boolean {
  const [batch] = given;
  return group === 'records' && name === 'append' && Array.isArray(batch) && batch.length === 1;
}
