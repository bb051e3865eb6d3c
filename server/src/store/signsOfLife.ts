/** The signs of life of this process, and whether it may judge those of others. */

import { OUTAGE_AFTER_MS } from '../base/serverTime.ts';
import type { ThisProcess } from '../base/thisProcess.ts';
import type { Stores } from './operations.ts';
import { DEAD_AFTER_MS, type Renewed } from './ownership/processes.ts';

export interface Alone {
  readonly self: ThisProcess;
  /** No other process can use the data. */
  readonly isAlone: boolean;
  /** How many transactions were committed by now. */
  readonly commits: () => number;
}

/** A process that is alone, has no clock to care for and has written nothing else writes so seldom: its disk is to rest. */
const WRITTEN_EVERY_MS = 300_000;

/** What a sign of life found out, and whether it was written. */
export interface Sign extends Renewed {
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
  /** While so many transactions are committed, the last sign of life is the last thing that was written. */
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
