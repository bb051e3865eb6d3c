/**
 * SQLite on two connections of one thread, so that a slow sync delays only what writes. Writes are committed without a sync. If
 * the disk is slow, the other side syncs the log, and the answers count from then on. Meanwhile the next writes gather, and
 * reads go on: their connection still sees the data as it was before.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type Entry, type Syncable, writeLogged } from '../../data-folder/appendLog.ts';
import { inTransaction, PAGE_BYTES } from '../../data-folder/connect.ts';
import { type Call, failureOf, type Groups, isReading, type Outcome, StoreError, workOf } from '../engine.ts';
import { type Answered, REPLAY, type Said, type StoreCall } from './ownSyncs.ts';
import { SqliteRunner, Statements } from './sqlite.ts';

interface Connections {
  readonly writing: DatabaseSync;
  readonly reading: DatabaseSync;
  /** Undefined if a write counts before the disk has it. */
  readonly syncs: Syncs | undefined;
}

/** Syncs in this thread. */
interface Syncs {
  /** Whether this thread may wait for them. */
  readonly isFast: boolean;
  sync(file: Syncable): void;
  /** Tells how long a sync took that the other side made. */
  note(milliseconds: number): void;
}

interface Written {
  readonly answers: readonly Answered[];
  readonly hasWritten: boolean;
}

export class TwoConnections {
  private readonly writing: DatabaseSync;
  private readonly writer: SqliteRunner;
  private readonly reader: Reader;
  private readonly syncs: Syncs | undefined;
  private readonly log: WriteAheadLog | undefined;
  private readonly say: (said: Said) => void;
  private writes: readonly StoreCall[] = [];
  private isAwaitingSync = false;

  constructor({ writing, reading, syncs }: Connections, groups: Groups, say: (said: Said) => void) {
    this.writing = writing;
    this.writer = new SqliteRunner(writing, groups);
    this.reader = new Reader(reading, groups);
    this.syncs = syncs;
    this.log = syncs && new WriteAheadLog(writing);
    this.say = say;
  }

  get commits(): number {
    return this.writer.commits;
  }

  get isSyncing(): boolean {
    return this.isAwaitingSync;
  }

  /** Writes wait for the sync that is under way. */
  get isWaiting(): boolean {
    return this.writes.length > 0;
  }

  /** Answers what only reads, and writes the rest as soon as no sync is under way. */
  take(calls: readonly StoreCall[]): void {
    const answers: Answered[] = [];
    // What the log of appends has counts already, so nothing is read before the tables have it, too.
    const mustWait = [...this.writes, ...calls].some(isReplay);
    const writes = calls.filter((asked) => {
      if (mustWait) return true;
      const outcome = this.reader.outcomeOf(callOf(asked));
      if (outcome !== undefined) answers.push(answerOf(asked, outcome));
      return outcome === undefined;
    });
    if (answers.length > 0) this.say({ answers });
    this.writes = this.writes.length === 0 ? writes : [...this.writes, ...writes];
    this.goOn();
  }

  /** The disk has what it was asked to sync, after so long. */
  synced(milliseconds: number): void {
    this.isAwaitingSync = false;
    this.syncs?.note(milliseconds);
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
    if (!this.isAwaitingSync) this.writeAll();
  }

  /** Until the disk has the pages nothing is written, since that could overwrite the log. */
  private empty(log: WriteAheadLog): void {
    log.copyToPages();
    if (this.syncs?.isFast) this.syncs.sync('pages');
    else this.await({ answers: [], sync: 'pages' });
  }

  private writeAll(): void {
    const asked = this.writes;
    this.writes = [];
    const replayed = this.replay(asked.filter(isReplay));
    if ('failure' in replayed) return this.say({ answers: asked.map((one) => answerOf(one, replayed)) });
    const others = asked.filter((one) => !isReplay(one));
    if (this.syncs?.isFast === false) this.writeAhead(others, replayed);
    else this.writeHere(others, replayed);
  }

  /** What the log of appends has counts already. So it is visible at once, and nothing goes on without it. */
  private replay(asked: readonly StoreCall[]): Written | { readonly failure: Error } {
    if (asked.length === 0) return NOTHING;
    try {
      const entries = asked.flatMap(([, , , [batch]]) => batch as readonly Entry[]);
      inTransaction(this.writing, () => writeLogged(this.writing, entries));
      return { answers: asked.map(([id]) => [id, undefined]), hasWritten: true };
    } catch (cause) {
      return { failure: new StoreError(`the database could not write: ${(cause as Error).message}`, { cause }) };
    }
  }

  private writeHere(asked: readonly StoreCall[], replayed: Written): void {
    const written = this.write(asked);
    if (replayed.hasWritten || written.hasWritten) this.syncs?.sync('log');
    this.say({ answers: [...replayed.answers, ...written.answers] });
  }

  /** The reading connection keeps its view of the data until the disk has what is written. */
  private writeAhead(asked: readonly StoreCall[], replayed: Written): void {
    const failure = this.failureToHold();
    const written = failure === undefined ? this.write(asked) : failed(asked, failure);
    const answers = [...replayed.answers, ...written.answers];
    if (replayed.hasWritten || written.hasWritten) return this.await({ answers, sync: 'log' });
    this.reader.letGo();
    this.say({ answers });
  }

  private failureToHold(): Error | undefined {
    try {
      this.reader.hold();
      return undefined;
    } catch (cause) {
      return new StoreError(`the database cannot be read: ${(cause as Error).message}`, { cause });
    }
  }

  private write(asked: readonly StoreCall[]): Written {
    const before = this.writer.commits;
    const outcomes = this.writer.run(asked.map(callOf));
    const answers = asked.map((one, n) => answerOf(one, outcomes[n]));
    return { answers, hasWritten: this.writer.commits > before };
  }

  private await(said: Said): void {
    this.isAwaitingSync = true;
    this.say(said);
  }
}

const isReplay = ([, group, name]: StoreCall) => group === REPLAY.group && name === REPLAY.name;
const NOTHING: Written = { answers: [], hasWritten: false };
const failed = (asked: readonly StoreCall[], failure: Error): Written => ({
  answers: asked.map((one) => answerOf(one, { failure })),
  hasWritten: false,
});
const callOf = ([, group, name, given]: StoreCall): Call => ({ group, name, given });

function answerOf([id]: StoreCall, outcome: Outcome | undefined): Answered {
  if (outcome === undefined) return [id, undefined, { message: 'no outcome', isOfStore: true }];
  if (!('failure' in outcome)) return [id, outcome.value];
  const { failure } = outcome;
  return [id, undefined, { message: failure.message, isOfStore: failure instanceof StoreError }];
}

/** Reads on a connection of their own, so that they see only what is durable, also while the disk syncs what came later. */
class Reader {
  private readonly database: DatabaseSync;
  private readonly groups: Groups;
  private readonly statements: Statements;

  constructor(database: DatabaseSync, groups: Groups) {
    this.database = database;
    this.groups = groups;
    this.statements = new Statements(database);
    database.exec('PRAGMA query_only = ON'); // a write that gets here would be visible before it is durable
  }

  /** Runs the call as far as it only reads. Undefined if it writes: it must begin anew elsewhere. */
  outcomeOf(call: Call): Outcome | undefined {
    try {
      const work = workOf(this.groups, call);
      for (let step = work.next(); ; ) {
        if (step.done) return { value: step.value };
        if (!isReading(step.value)) return undefined;
        step = work.next(this.statements.answer(step.value));
      }
    } catch (cause) {
      return { failure: failureOf(cause, call) };
    }
  }

  /** From now on reads see the data as it is now. A transaction takes its view of the data with its first statement. */
  hold(): void {
    if (this.database.isTransaction) return;
    this.statements.run('BEGIN');
    this.statements.answer({ sql: 'SELECT 1 FROM sqlite_schema', params: {}, wants: 'first row' });
  }

  /** Reads see the newest data again. */
  letGo(): void {
    if (this.database.isTransaction) this.statements.run('COMMIT');
  }

  close(): void {
    this.database.close();
  }
}

// SQLite writes to its write-ahead log first. From time to time it must copy the log to the pages of the database and begin the log again.
// SQLite would do so within a commit, and wait there for two syncs.

/** The longer the log, the more often a page is changed before it is copied. */
export const LONG_LOG_PAGES = (16 * 1024 ** 2) / PAGE_BYTES;

const LOOKED_AT_EVERY = 4;

interface Length {
  readonly log: number;
  readonly checkpointed: number;
}

class WriteAheadLog {
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
