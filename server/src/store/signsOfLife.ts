/** The signs of life of this process, and whether it may judge those of others. */
import { existsSync } from 'node:fs';
import type { Config } from '../base/config.ts';
import type { ThisProcess } from '../base/ids.ts';
import { OUTAGE_AFTER_MS } from '../base/serverTime.ts';
import { databaseIn, openDatabase } from './data-folder/database.ts';
import { ownFolder } from './data-folder/folderLock.ts';
import { refuseMarked } from './data-folder/movedMark.ts';
import type { Engine } from './engine/engine.ts';
import { connectTo, nameOf } from './engine/postgres/openPostgres.ts';
import { inThisThread } from './engine/sqlite/sqlite.ts';
import { marksOf, refuseOtherFormat, refuseServers } from './moving/postgresSide.ts';
import { operations, type Stores } from './operations.ts';
import { DEAD_AFTER_MS, type Renewed } from './ownership/processes.ts';
import { postgresAt } from './postgresStore.ts';

interface Alone {
  readonly self: ThisProcess;
  /** No other process can use the data. */
  readonly isAlone: boolean;
  /** How many transactions were committed by now. */
  readonly commits: () => number;
}

/** A process that is alone, has no clock to care for and has written nothing else writes so seldom: its disk is to rest. */
const WRITTEN_EVERY_MS = 300_000;

/** What a sign of life found out, and whether it was written. */
interface Sign extends Renewed {
  readonly isWritten: boolean;
}

export class SignsOfLife {
  private readonly store: Stores['processes'];
  private readonly alone: Alone;
  private isFirst = true;
  /** The time of the last sign of life, by the store. */
  private last = 0;
  private lastAt = Number.NEGATIVE_INFINITY;
  private unbrokenSince = Number.POSITIVE_INFINITY;
  private writtenAt = Number.NEGATIVE_INFINITY;
  /** While this many transactions are committed, the last sign of life is the last thing that was written. */
  private commitsAtSign = Number.NaN;
  private owners = '';

  constructor(store: Stores['processes'], alone: Alone) {
    this.store = store;
    this.alone = alone;
  }

  /** The time of the store at the last sign of life. */
  get now(): number {
    return this.last;
  }

  /** When the store comes back after an outage, all signs of life are old. So a process waits before it judges. */
  get mayBury(): boolean {
    const { isAlone } = this.alone;
    return !isAlone && performance.now() - this.unbrokenSince > DEAD_AFTER_MS && this.isFresh;
  }

  /** A sign that must be written shows that the disk works, too. */
  async renew(now: number, mustWrite: boolean): Promise<Sign> {
    if (!mustWrite && (await this.mayKeepQuiet(now)))
      return this.note({ now, isDead: false, others: [], owners: this.owners });
    const before = this.alone.commits();
    const renewed = await this.write(now);
    this.writtenAt = performance.now();
    this.commitsAtSign = before + 1;
    return { ...this.note(renewed), isWritten: true };
  }

  private async write(now: number): Promise<Renewed> {
    const { self, isAlone } = this.alone;
    const who = { process: self.id, name: self.name, address: self.address };
    const { isFirst, mayBury } = this;
    const quietUntil = isAlone ? this.last : 0;
    const renewed = await this.store.renew({ ...who, now, mayBury, isFirst, isAlone, quietUntil });
    this.isFirst = false;
    return renewed;
  }

  /**
   * What no clock needs is not written: then a crash takes no time from any. What else was written is followed by a sign, which
   * shows whether the data is whole.
   */
  private async mayKeepQuiet(now: number): Promise<boolean> {
    const { isAlone, commits } = this.alone;
    if (!isAlone || this.isFirst || now - this.last > OUTAGE_AFTER_MS || commits() !== this.commitsAtSign) return false;
    return performance.now() - this.writtenAt < WRITTEN_EVERY_MS && !(await this.store.hasClocks(now));
  }

  private note(renewed: Renewed): Sign {
    if (!this.isFresh) this.unbrokenSince = performance.now();
    this.lastAt = performance.now();
    this.last = renewed.now;
    this.owners = renewed.owners;
    return { ...renewed, isWritten: false };
  }

  private get isFresh(): boolean {
    return performance.now() - this.lastAt < DEAD_AFTER_MS / 2;
  }
}

// Opens the data of a server that is stopped, for a tool that changes it.

export type StoppedServer = Pick<Config, 'DATA_DIR' | 'DATABASE_URL'>;

/** There is no data. */
export class NoData extends Error {}

interface Stopped {
  readonly engine: Engine;
  /** Lets a server open the folder. */
  readonly letGo: () => void;
}

export function openStopped({ DATA_DIR, DATABASE_URL }: StoppedServer): Promise<Stopped> {
  return DATABASE_URL === '' ? openFolder(DATA_DIR) : openPostgres(DATABASE_URL);
}

async function openFolder(folder: string): Promise<Stopped> {
  if (!existsSync(databaseIn(folder)))
    throw new NoData(`There is no data in ${folder}: is DATA_DIR the one of the server?`);
  const letGo = ownFolder(folder);
  try {
    return { engine: inThisThread(openDatabase(folder, 'power'), operations), letGo };
  } catch (error) {
    letGo();
    throw error;
  }
}

/** No lock keeps a server from starting later: PostgreSQL ends locks with their transaction. */
async function openPostgres(url: string): Promise<Stopped> {
  const client = await connectTo(url, 'tool');
  try {
    await refuseOtherFormat(client, nameOf(url));
    refuseMarked(await marksOf(client), nameOf(url));
    await refuseServers(client, nameOf(url));
  } finally {
    await client.end();
  }
  return { engine: postgresAt(url), letGo: () => {} };
}
