/** The signs of life of this process, and whether it may judge those of others. */
import type { ThisProcess } from '../../base/thisProcess.ts';
import type { Stores } from '../operations.ts';
import { DEAD_AFTER_MS, type Renewed } from './processes.ts';

export interface Alone {
  readonly self: ThisProcess;
  /** No other process can use the data. */
  readonly isAlone: boolean;
}

export class SignsOfLife {
  private readonly store: Stores['processes'];
  private readonly alone: Alone;
  private isFirst = true;
  /** The time of the last sign of life, by the store. */
  private last = 0;
  private lastAt = Number.NEGATIVE_INFINITY;
  private unbrokenSince = Number.POSITIVE_INFINITY;

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

  async renew(now: number): Promise<Renewed> {
    const { self, isAlone } = this.alone;
    const who = { process: self.id, name: self.name, address: self.address };
    const { isFirst, mayBury } = this;
    const renewed = await this.store.renew({ ...who, now, mayBury, isFirst, isAlone });
    this.isFirst = false;
    if (!this.isFresh) this.unbrokenSince = performance.now();
    this.lastAt = performance.now();
    this.last = renewed.now;
    return renewed;
  }

  private get isFresh(): boolean {
    return performance.now() - this.lastAt < DEAD_AFTER_MS / 2;
  }
}
