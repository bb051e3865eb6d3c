/** People and bots who play one match after another on a cluster, and remember every answer and every view. */
import { setTimeout as pause } from 'node:timers/promises';
import { fastChance } from '@flower-war/rules';
import { type Held, hold } from '../crash/holding.ts';
import { Table, type Wanted } from '../crash/players.ts';
import { differences } from '../cuts/differences.ts';
import { SocketViewer } from '../cuts/viewers.ts';
import { person } from '../support/people.ts';
import { Receiver } from '../support/receiver.ts';
import { unfairIn } from './recordChecks.ts';

/** Players answer at once, so a clock that runs out has charged an outage. */
const SHORT = { clock: { kind: 'turn', seconds: 15 }, absence: 'strict' } as const;
const BANK = { clock: { kind: 'bank', seconds: 3600, increment: 1 } } as const;
const KINDS = [
  { people: 2, bots: [], settings: SHORT },
  { people: 2, bots: [], settings: BANK },
  { people: 1, bots: ['greedy'], settings: SHORT },
  { people: 1, bots: ['random'], settings: {} },
] as const satisfies readonly Omit<Wanted, 'chance'>[];

const THINKING_MS = 60;
const MOST_TRIES = 30;
/** A table that stood still for so long, although all is well again, is stuck. */
const STUCK_AFTER_MS = 60_000;

export interface LoadWanted {
  readonly url: string;
  readonly seed: number;
  readonly tables: number;
  /** How many turns a match has at most. */
  readonly turnCap?: number;
}

export interface Checked extends Held {
  readonly views: number;
}

export class Load {
  readonly tables: readonly Table[];
  readonly viewers: SocketViewer[] = [];
  private readonly url: string;
  private readonly receiver: Receiver;
  private readonly done: Promise<unknown>;
  private failure: unknown;

  private constructor({ url, seed, tables, turnCap = 80 }: LoadWanted, receiver: Receiver) {
    this.url = url;
    this.receiver = receiver;
    const onLive = (live: ConstructorParameters<typeof SocketViewer>[0]) => this.viewers.push(new SocketViewer(live));
    const usual = { hook: receiver.url, thinkingMs: THINKING_MS, turnCap, onLive };
    this.tables = Array.from({ length: tables }, (_, i) => {
      const kind = KINDS[i % KINDS.length] ?? KINDS[0];
      return new Table(url, { ...kind, ...usual, chance: fastChance(seed * 100 + i) });
    });
    this.done = Promise.all(this.tables.map((table) => table.run()));
    this.done.catch((error: unknown) => {
      this.failure = error;
    });
  }

  static async start(wanted: LoadWanted): Promise<Load> {
    return new Load(wanted, await Receiver.open());
  }

  /** The matches that are played now. */
  get matches(): readonly string[] {
    return this.tables.flatMap(({ told }) => told.at(-1)?.match ?? []);
  }

  get moves(): number {
    return this.tables.reduce((sum, { moves }) => sum + moves, 0);
  }

  /** Resolves when each of these tables has played a move from now on. Returns how long that took, in milliseconds. */
  async goesOn(tables: readonly Table[] = this.tables): Promise<number> {
    const began = Date.now();
    const before = tables.map(({ moves }) => moves);
    while (tables.some(({ moves }, i) => moves === before[i])) {
      if (this.failure !== undefined) throw this.failure;
      if (Date.now() - began > STUCK_AFTER_MS) throw new Error(`tables stand still: ${this.still(tables, before)}`);
      await pause(10);
    }
    return Date.now() - began;
  }

  /** Lets all matches end. */
  async finish(): Promise<void> {
    for (const table of this.tables) table.close();
    await this.done;
  }

  /** Compares what was told and shown with the records, one after the other: a server gives few records at once. */
  async check(): Promise<Checked> {
    const held = await hold(this.tables, this.receiver);
    const reader = await person(this.url, 'Reader');
    const problems = [...held.problems];
    let views = 0;
    for (const viewer of this.viewers) {
      const found = await patiently(() => differences(reader, viewer.live.id, viewer));
      problems.push(...found.problems);
      views += found.compared;
    }
    for (const match of new Set(this.tables.flatMap(({ told }) => told.map((one) => one.match))))
      problems.push(...unfairIn(match, await patiently(() => reader.history.record(match))));
    return { ...held, views, problems };
  }

  close(): void {
    this.receiver.close();
  }

  private still(tables: readonly Table[], before: readonly number[]): string {
    const still = tables.filter(({ moves }, i) => moves === before[i]);
    return still.map(({ told }) => told.at(-1)?.match ?? 'a table without a match').join();
  }
}

/** Asks again as long as the server asks for patience. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      if ((error as { code?: string }).code !== 'too-many' || tries === MOST_TRIES) throw error;
      await pause(1000);
    }
  }
}
