/** For tests: the journal of a process whose appends are held up or lost on their way, as a frozen process or a broken line does it. */
import { setTimeout as wait } from 'node:timers/promises';
import { type Chance, fastChance } from '@flower-war/rules';
import type { ThisProcess } from '../../base/ids.ts';
import { type Engine, StoreError } from '../../store/engine/engine.ts';
import type { Append, AskedOwnership, Tail } from '../../store/journal/journal.ts';
import type { Claimed } from '../../store/ownership/claims.ts';
import { StoredJournal } from '../../store/storedJournal.ts';
import type { FenceWatch } from './fenceWatch.fixture.ts';

/** What becomes of an append. The last three leave their process in doubt. */
export const WAYS = ['at once', 'late', 'answer lost', 'lost', 'lost, but it comes later'] as const;
export type Way = (typeof WAYS)[number];

const LATEST_MS = 12;

export interface Holding {
  readonly seed: number;
  readonly watch: FenceWatch;
}

export class HeldJournal extends StoredJournal {
  /** How many appends went which way. */
  readonly went: Record<Way, number> = {
    'at once': 0,
    late: 0,
    'answer lost': 0,
    lost: 0,
    'lost, but it comes later': 0,
  };
  /** How many appends changed nothing, because another had claimed the match. */
  refused = 0;
  private readonly chance: Chance;
  private readonly watch: FenceWatch;
  private readonly id: string;
  private readonly underWay = new Set<Promise<unknown>>();

  constructor(engine: Engine, self: ThisProcess, { seed, watch }: Holding) {
    super(engine, self);
    this.chance = fastChance(seed);
    this.watch = watch;
    this.id = self.id;
  }

  override claim(asked: AskedOwnership): Promise<Claimed> {
    return this.watch.claim(asked, () => super.claim(asked));
  }

  override append(append: Append): Promise<'appended' | 'conflict'> {
    const way = this.chance.coin() ? 'at once' : this.chance.pick(WAYS);
    this.went[way]++;
    return this.send(way, append, this.watch.settledOf(append.match, append.owner));
  }

  override async tail(match: string): Promise<Tail | undefined> {
    const tail = await super.tail(match);
    this.watch.settle(match, this.id);
    return tail;
  }

  /** Resolves when nothing is on its way any more. */
  async settled(): Promise<void> {
    while (this.underWay.size > 0) await Promise.allSettled([...this.underWay]);
  }

  private async send(way: Way, append: Append, decidedAt: number): Promise<'appended' | 'conflict'> {
    switch (way) {
      case 'at once':
        return this.arrive(append, decidedAt);
      case 'late':
        await this.aWhile();
        return this.arrive(append, decidedAt);
      case 'answer lost':
        await this.arrive(append, decidedAt);
        throw broken();
      case 'lost':
        throw broken();
      case 'lost, but it comes later':
        this.aWhile()
          .then(() => this.arrive(append, decidedAt))
          .catch(() => {});
        throw broken();
    }
  }

  private arrive(append: Append, decidedAt: number): Promise<'appended' | 'conflict'> {
    const sight = this.watch.look(append);
    const arriving = super.append(append).then((outcome) => {
      if (outcome === 'conflict') this.refused++;
      this.watch.arrived(append, outcome, { sight, decidedAt });
      return outcome;
    });
    return this.noted(arriving);
  }

  private aWhile(): Promise<unknown> {
    return this.noted(wait(this.chance.die(LATEST_MS)));
  }

  private noted<T>(work: Promise<T>): Promise<T> {
    this.underWay.add(work);
    work.finally(() => this.underWay.delete(work)).catch(() => {});
    return work;
  }
}

const broken = () => new StoreError('the connection to the journal is gone');
