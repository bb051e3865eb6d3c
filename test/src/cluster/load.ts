/** People and bots who play one match after another on a cluster, and remember every answer and every view. */
import { setTimeout as pause } from 'node:timers/promises';
import { fastChance } from '@flower-war/rules';
import { type Held, hold } from '../crash/holding.ts';
import { patiently, type Played, Table, type Wanted } from '../crash/players.ts';
import { person } from '../support/people.ts';
import { differences, SocketViewer } from '../support/viewers.ts';
import { Receiver } from '../support/receiver.ts';
import type { Beads } from './beadChecks.ts';
import { type Door, PlainTable, type Watched } from './plainTable.ts';
import { longestPaid, mistimedIn, unfairIn } from './recordChecks.ts';
import type { TempleTable } from './templeTable.ts';

/** Players answer at once, so a clock that runs out has charged an outage. */
const SHORT = { clock: { kind: 'turn', seconds: 15 }, absence: 'strict' } as const;
const BANK = { clock: { kind: 'bank', seconds: 3600, increment: 1 } } as const;
const KINDS = [
  { people: 2, bots: [], settings: SHORT },
  { people: 2, bots: [], settings: BANK },
  { people: 1, bots: ['greedy'], settings: SHORT },
  { people: 1, bots: ['random'], settings: {} },
] as const satisfies readonly Omit<Wanted, 'chance'>[];

/** At tables of the plain door one time-out, or two, call a bot. */
const PLAIN = ['casual', 'fair'] as const;

const THINKING_MS = 60;
/** A table that stood still for so long, although all is well again, is stuck. */
const STUCK_AFTER_MS = 60_000;

export interface LoadWanted {
  readonly url: string;
  readonly temples?: readonly TempleTable[];
  readonly seed: number;
  readonly tables: number;
  /** The processes behind the address. People play by their plain doors, too. */
  readonly doors?: readonly Door[];
  /** How many turns a match has at most. */
  readonly turnCap?: number;
}

export interface Checked extends Held {
  readonly views: number;
  readonly beads: Pick<Beads, 'fallen' | 'offered'>;
  /** The longest time that a clock was charged for one move, in milliseconds. */
  readonly longestPaid: number;
}

export class Load {
  /** All tables. */
  readonly tables: readonly Played[];
  /** Those whose people have sockets. */
  readonly withSockets: readonly Table[];
  readonly temples: readonly TempleTable[];
  readonly viewers: SocketViewer[] = [];
  private readonly url: string;
  private readonly receiver: Receiver;
  private readonly plain: readonly PlainTable[];
  private readonly done: Promise<unknown>;
  private failure: unknown;
  private countsFrom = 0;

  private constructor({ url, seed, tables, temples = [], doors = [], turnCap = 80 }: LoadWanted, receiver: Receiver) {
    this.url = url;
    this.receiver = receiver;
    this.temples = temples;
    const onLive = (live: ConstructorParameters<typeof SocketViewer>[0]) => this.viewers.push(new SocketViewer(live));
    const usual = { hook: receiver.url, thinkingMs: THINKING_MS, turnCap };
    this.withSockets = Array.from({ length: tables }, (_, i) => {
      const kind = KINDS[i % KINDS.length] ?? KINDS[0];
      return new Table(url, { ...kind, ...usual, onLive, chance: fastChance(seed * 100 + i) });
    });
    this.plain = (doors.length > 0 ? PLAIN : []).map((absence, i) => {
      const settings = { clock: SHORT.clock, absence };
      return new PlainTable({ url, doors, ...usual, settings, chance: fastChance(seed * 100 + tables + i) });
    });
    this.tables = [...this.withSockets, ...this.plain];
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
    return matchesOf(this.tables);
  }

  /** The streams of the plain door. */
  get streams(): readonly Watched[] {
    return this.plain.flatMap(({ streams }) => streams);
  }

  get moves(): number {
    return this.tables.reduce((sum, { moves }) => sum + moves, 0);
  }

  /**
   * Resolves when each table has played a move and each temple has its answers, except those at these matches. Returns how
   * long that took, in milliseconds.
   */
  async goesOn(but: readonly string[] = []): Promise<number> {
    const began = Date.now();
    const tables = this.tables.filter(({ told }) => !but.includes(told.at(-1)?.match ?? ''));
    const temples = this.temples.filter(({ match }) => !but.includes(match));
    await Promise.all([this.allPlay(tables), ...temples.map((temple) => temple.goesOn())]);
    return Date.now() - began;
  }

  private async allPlay(tables: readonly Played[]): Promise<void> {
    const [began, before] = [Date.now(), tables.map(({ moves }) => moves)];
    const still = () => tables.filter(({ moves }, i) => moves === before[i]);
    for (; still().length > 0; await pause(10)) {
      if (this.failure !== undefined) throw this.failure;
      if (Date.now() - began > STUCK_AFTER_MS) throw new Error(`tables stand still: ${matchesOf(still()).join()}`);
    }
  }

  /** From now on the clocks are checked: servers that have just started answer slowly. */
  warmed(): void {
    this.countsFrom = Date.now();
  }

  /** Lets all matches end. */
  async finish(): Promise<void> {
    for (const table of this.tables) table.close();
    await this.done;
    await Promise.all(this.temples.map((temple) => temple.finish()));
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
    let paid = 0;
    const told = this.tables.flatMap((table) => table.told);
    for (const match of new Set(told.map((one) => one.match))) {
      const record = await patiently(() => reader.history.record(match));
      const seats = told.filter((one) => one.match === match);
      const known = { told: seats, since: this.countsFrom };
      problems.push(...unfairIn(match, record, known), ...mistimedIn(match, record, seats));
      paid = Math.max(paid, longestPaid(record, known));
    }
    const beads = sumOf(await Promise.all(this.temples.map((temple) => temple.check())));
    return {
      ...held,
      lost: held.lost + beads.lost,
      twice: held.twice + beads.twice,
      problems: [...problems, ...beads.problems],
      views,
      beads,
      longestPaid: paid,
    };
  }

  async close(): Promise<void> {
    this.receiver.close();
    await Promise.all(this.temples.map((temple) => temple.stop()));
  }
}

const matchesOf = (tables: readonly Played[]) => tables.flatMap(({ told }) => told.at(-1)?.match ?? []);

function sumOf(all: readonly Beads[]): Beads {
  const sum = (count: (one: Beads) => number) => all.reduce((total, one) => total + count(one), 0);
  return {
    fallen: sum(({ fallen }) => fallen),
    offered: sum(({ offered }) => offered),
    lost: sum(({ lost }) => lost),
    twice: sum(({ twice }) => twice),
    problems: all.flatMap(({ problems }) => problems),
  };
}
