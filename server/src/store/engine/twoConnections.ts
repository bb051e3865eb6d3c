/**
 * SQLite on two connections of one thread, so that a slow sync delays only what writes. Writes are committed without a sync. The
 * other side syncs the log, and the answers count from then on. Meanwhile the next writes gather, and reads go on: their
 * connection still sees the data as it was before.
 */
import type { DatabaseSync } from 'node:sqlite';
import { type Call, type Groups, StoreError } from './engine.ts';
import type { Outcome } from './outcome.ts';
import { Reader } from './reader.ts';
import { SqliteRunner } from './sqlite.ts';
import type { Answered, Asked, Said } from './threadMessages.ts';
import { WriteAheadLog } from './writeAheadLog.ts';

export interface Connections {
  readonly writing: DatabaseSync;
  readonly reading: DatabaseSync;
  /** Whether a write counts only once the disk has it. */
  readonly isSynced: boolean;
}

export class TwoConnections {
  private readonly writer: SqliteRunner;
  private readonly reader: Reader;
  private readonly log: WriteAheadLog | undefined;
  private readonly say: (said: Said) => void;
  private writes: readonly Asked[] = [];
  private isAwaitingSync = false;

  constructor({ writing, reading, isSynced }: Connections, groups: Groups, say: (said: Said) => void) {
    this.writer = new SqliteRunner(writing, groups);
    this.reader = new Reader(reading, groups);
    this.log = isSynced ? new WriteAheadLog(writing) : undefined;
    this.say = say;
  }

  get isSyncing(): boolean {
    return this.isAwaitingSync;
  }

  /** Writes wait for the sync that is under way. */
  get isWaiting(): boolean {
    return this.writes.length > 0;
  }

  /** Answers what only reads, and writes the rest as soon as no sync is under way. */
  take(calls: readonly Asked[]): void {
    const answers: Answered[] = [];
    const writes = calls.filter((asked) => {
      const outcome = this.reader.outcomeOf(callOf(asked));
      if (outcome !== undefined) answers.push(answerOf(asked, outcome));
      return outcome === undefined;
    });
    if (answers.length > 0) this.say({ answers });
    this.writes = this.writes.length === 0 ? writes : [...this.writes, ...writes];
    this.goOn();
  }

  /** The disk has what it was asked to sync. */
  synced(): void {
    this.isAwaitingSync = false;
    this.reader.letGo();
    this.goOn();
  }

  close(): void {
    this.reader.close();
    this.writer.close();
  }

  private goOn(): void {
    if (this.isAwaitingSync || this.writes.length === 0) return;
    if (this.log?.isLong()) this.empty(this.log);
    else this.writeAll();
  }

  /** Until the disk has the pages nothing is written, since that could overwrite the log. */
  private empty(log: WriteAheadLog): void {
    log.copyToPages();
    this.sayUnsynced({ answers: [], sync: 'pages' });
  }

  private writeAll(): void {
    const asked = this.writes;
    this.writes = [];
    const before = this.writer.commits;
    const outcomes = this.outcomesOf(asked.map(callOf));
    const answers = asked.map((one, n) => answerOf(one, outcomes[n]));
    if (this.log !== undefined && this.writer.commits > before) return this.sayUnsynced({ answers, sync: 'log' });
    this.reader.letGo();
    this.say({ answers });
  }

  private outcomesOf(calls: readonly Call[]): readonly Outcome[] {
    try {
      if (this.log !== undefined) this.reader.hold();
    } catch (cause) {
      const failure = new StoreError(`the database cannot be read: ${(cause as Error).message}`, { cause });
      return calls.map(() => ({ failure }));
    }
    return this.writer.run(calls);
  }

  private sayUnsynced(said: Said): void {
    this.isAwaitingSync = true;
    this.say(said);
  }
}

const callOf = ([, group, name, given]: Asked): Call => ({ group, name, given });

function answerOf([id]: Asked, outcome: Outcome | undefined): Answered {
  if (outcome === undefined) return [id, undefined, { message: 'no outcome', isOfStore: true }];
  if (!('failure' in outcome)) return [id, outcome.value];
  const { failure } = outcome;
  return [id, undefined, { message: failure.message, isOfStore: failure instanceof StoreError }];
}
