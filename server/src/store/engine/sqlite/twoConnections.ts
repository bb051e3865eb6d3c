/**
 * SQLite on two connections of one thread, so that a slow sync delays only what writes. Writes are committed without a sync. If
 * the disk is slow, the other side syncs the log, and the answers count from then on. Meanwhile the next writes gather, and
 * reads go on: their connection still sees the data as it was before.
 */
import type { DatabaseSync } from 'node:sqlite';
import { type Call, type Groups, StoreError } from '../engine.ts';
import type { Outcome } from '../outcome.ts';
import { Reader } from './reader.ts';
import { SqliteRunner } from './sqlite.ts';
import type { Answered, Asked, Said, Syncable } from './threadMessages.ts';
import { WriteAheadLog } from './writeAheadLog.ts';

export interface Connections {
  readonly writing: DatabaseSync;
  readonly reading: DatabaseSync;
  /** Undefined if a write counts before the disk has it. */
  readonly syncs: Syncs | undefined;
}

/** Syncs in this thread. */
export interface Syncs {
  /** Whether this thread may wait for them. */
  readonly isFast: boolean;
  sync(file: Syncable): void;
  /** Tells how long a sync took that the other side made. */
  note(milliseconds: number): void;
}

export class TwoConnections {
  private readonly writer: SqliteRunner;
  private readonly reader: Reader;
  private readonly syncs: Syncs | undefined;
  private readonly log: WriteAheadLog | undefined;
  private readonly say: (said: Said) => void;
  private writes: readonly Asked[] = [];
  private isAwaitingSync = false;

  constructor({ writing, reading, syncs }: Connections, groups: Groups, say: (said: Said) => void) {
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
    if (this.syncs?.isFast === false) this.writeAhead(asked);
    else this.writeHere(asked);
  }

  private writeHere(asked: readonly Asked[]): void {
    const { answers, hasWritten } = this.write(asked);
    if (hasWritten) this.syncs?.sync('log');
    this.say({ answers });
  }

  /** The reading connection keeps its view of the data until the disk has what is written. */
  private writeAhead(asked: readonly Asked[]): void {
    const failure = this.failureToHold();
    if (failure !== undefined) return this.say({ answers: asked.map((one) => answerOf(one, { failure })) });
    const { answers, hasWritten } = this.write(asked);
    if (hasWritten) return this.await({ answers, sync: 'log' });
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

  private write(asked: readonly Asked[]) {
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

const callOf = ([, group, name, given]: Asked): Call => ({ group, name, given });

function answerOf([id]: Asked, outcome: Outcome | undefined): Answered {
  if (outcome === undefined) return [id, undefined, { message: 'no outcome', isOfStore: true }];
  if (!('failure' in outcome)) return [id, outcome.value];
  const { failure } = outcome;
  return [id, undefined, { message: failure.message, isOfStore: failure instanceof StoreError }];
}
