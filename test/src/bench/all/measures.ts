/**
 * What `npm run bench` measures. Each measure has turns, which are processes of their own, and a budget after which a turn is stopped.
 * To add one, add a row here, and a goal in `goals.ts` if it must reach something.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../support/program.ts';
import { measureBeads, measureFirstMatch, measureInstalled } from '../npmStart.ts';
import { measureGame } from '../games.ts';
import { measureArrivals, measureOpening, measureReturns } from '../joins.ts';
import { measureIdle, measureMoves, measurePace, quantile, syncing, type WarmUp } from '../moves.ts';
import type { Served, System } from '../servers.ts';

export type Size = 'whole' | 'quick';

export interface TurnOptions {
  readonly system: string;
  readonly size: Size;
  /** An earlier checkout, whose code is measured instead. */
  readonly checkout?: string | undefined;
}

/** The figures of a turn, by system and figure. */
export type Measurement = Readonly<Record<string, Figures>>;
type Figures = Readonly<Record<string, number>>;

interface Shape<S extends string, F extends string, A> {
  /** The systems that have figures afterwards. */
  readonly systems: readonly S[];
  readonly figures: readonly F[];
  /** In seconds. */
  readonly budget: Readonly<Record<Size, number>>;
  /** How much is measured; a measure without `quick` is left out of a quick run. */
  readonly amount: { readonly whole: A; readonly quick?: A };
  /** Measures one system, in a turn of its own. */
  readonly each?: (amount: A, served: Served) => Promise<Figures>;
  /** Measures all systems in one turn, at the same time. */
  readonly all?: (amount: A, checkout?: string) => Promise<Measurement>;
}

/** Hides the kind of its amount, and keeps the names of its systems and figures for `Ref`. */
function measured<const S extends string, const F extends string, A>(shape: Shape<S, F, A>) {
  const { systems, figures, budget, amount, each, all } = shape;
  const take = async ({ system, size, checkout }: TurnOptions): Promise<Measurement> => {
    const much = size === 'whole' ? amount.whole : (amount.quick ?? amount.whole);
    if (all !== undefined) return all(much, checkout);
    return { [system]: (await each?.(much, { system: system as System, checkout })) ?? {} };
  };
  const turns: readonly string[] = all === undefined ? systems : ['all'];
  return { systems, figures, budget, turns, isSlow: amount.quick === undefined, take };
}

/** A server is warm when a move costs no less than before. */
const SETTLED: WarmUp = { windowMs: 3000, leastMoves: 150_000, leastMs: 12_000, mostMs: 30_000 };
const QUICKLY: WarmUp = { windowMs: 1000, leastMoves: 0, leastMs: 0, mostMs: 3000 };

/** What a quick run cannot tell. */
export const QUICK_WORDS = [
  'A quick run: one round, and servers that have not settled, since each plays for at most 3 s before it is measured. A',
  'move of ours costs about twice as much as after the whole warm-up, so its ratios are about half of the truth. 300',
  'matches are opened, and 300 play at human pace, instead of 1000; no crowd comes. Judge by the whole run alone.',
].join('\n');

const IDLERS = ['ws', 'bare', 'default', 'boardgame.io', 'real'] as const;
const PACE = { matches: 1000, warmUp: SETTLED, beginningMs: 4000, milliseconds: 12_000 } as const;
/** A move must not take longer at human pace. */
const MOST_PACE_MS = 50;

export const MEASURES = {
  rules: measured({
    systems: ['chessops', 'boardgame.io', 'ours'],
    figures: ['listed', 'judged'],
    budget: { whole: 120, quick: 60 },
    amount: { whole: { rounds: 3, milliseconds: 300 }, quick: { rounds: 1, milliseconds: 100 } },
    all: async ({ rounds, milliseconds }, checkout = ROOT) => {
      const program = join(checkout, 'rules/tools/bench.ts');
      const args = [program, '--json', '--rounds', `${rounds}`, '--ms', `${milliseconds}`];
      const { stdout } = await promisify(execFile)(process.execPath, args);
      return rulesIn(JSON.parse(stdout) as { readonly rows: readonly RulesRow[] });
    },
  }),
  moves: measured({
    systems: ['ws', 'bare', 'boardgame.io', 'ours', 'ours on disk'],
    figures: ['movesPerCpuSecond', 'p50', 'p99', 'down', 'up', 'sync'],
    budget: { whole: 150, quick: 60 },
    amount: { whole: { milliseconds: 4000, warmUp: SETTLED }, quick: { milliseconds: 1000, warmUp: QUICKLY } },
    each: async (load, served) => ({ ...(await measureMoves(served, load)), sync: medianSync() }),
  }),
  games: measured({
    systems: ['tieqchieq', 'mexica', 'flower-war', 'space-aztecs'],
    figures: [
      'usual',
      'memory',
      'disk',
      'cold',
      'warm',
      'p50',
      'p99',
      'usualP50',
      'usualP99',
      'written',
      'writtenAlone',
    ],
    budget: { whole: 400, quick: 120 },
    amount: {
      whole: { tables: 20, warmMs: 45_000, milliseconds: 8000 },
      quick: { tables: 20, warmMs: 3000, milliseconds: 2000 },
    },
    each: (load, { system, checkout }) => measureGame(system, load, checkout),
  }),
  pace: measured({
    systems: ['bare with heartbeats', 'ours'],
    figures: ['p99'],
    budget: { whole: 240, quick: 90 },
    amount: { whole: PACE, quick: { matches: 300, warmUp: QUICKLY, beginningMs: 2000, milliseconds: 4000 } },
    each: async (pace, served) => ({ p99: await measurePace(served, pace) }),
  }),
  crowd: measured({
    systems: ['ours'],
    figures: ['players'],
    budget: { whole: 400, quick: 90 },
    amount: { whole: [2500, 1000, 500] },
    each: async (crowds, served) => {
      for (const matches of crowds)
        if ((await measurePace(served, { ...PACE, matches })) < MOST_PACE_MS) return { players: matches * 2 };
      return { players: 0 };
    },
  }),
  joins: measured({
    systems: ['ws', 'bare', 'boardgame.io', 'ours'],
    figures: ['perCpuSecond'],
    budget: { whole: 180, quick: 60 },
    amount: {
      whole: { matches: 150, times: { least: 20, most: 32 } },
      quick: { matches: 60, times: { least: 2, most: 4 } },
    },
    each: async (wave, served) => ({ perCpuSecond: await measureArrivals(served, wave) }),
  }),
  idle: measured({
    systems: IDLERS,
    figures: ['cpu', 'rss'],
    budget: { whole: 240, quick: 90 },
    amount: {
      whole: { matches: 500, milliseconds: 25_000, calmMs: 12_000 },
      quick: { matches: 60, milliseconds: 6000, calmMs: 3000 },
    },
    all: async (idle, checkout) => {
      const served = IDLERS.map((system) => ({ system, ...(system === 'real' && { checkout }) }));
      const figures = await measureIdle(served, idle);
      return Object.fromEntries(IDLERS.map((system, i) => [system, figures[i] ?? {}]));
    },
  }),
  start: measured({
    systems: ['ours'],
    figures: ['seconds', 'all', 'server'],
    budget: { whole: 120, quick: 60 },
    amount: { whole: {}, quick: {} },
    each: (_, { checkout }) => measureFirstMatch(checkout),
  }),
  install: measured({
    systems: ['ours'],
    figures: ['seconds', 'ready', 'all', 'packed', 'installed'],
    budget: { whole: 120, quick: 120 },
    amount: { whole: {}, quick: {} },
    each: measureInstalled,
  }),
  opening: measured({
    systems: ['ours'],
    figures: ['seconds'],
    budget: { whole: 180, quick: 90 },
    amount: { whole: { matches: 1000, entries: 50 }, quick: { matches: 300, entries: 50 } },
    each: async (batch, { checkout }) => ({ seconds: await measureOpening(batch, checkout) }),
  }),
  beads: measured({
    systems: ['ours'],
    figures: ['slowest', 'floor'],
    budget: { whole: 120, quick: 60 },
    amount: { whole: 40, quick: 8 },
    each: (beads, { checkout }) => measureBeads(beads, checkout),
  }),
  return: measured({
    systems: ['ours'],
    figures: ['afterStart', 'warm'],
    budget: { whole: 180, quick: 60 },
    amount: {
      whole: { matches: 200, times: { least: 10, most: 24 } },
      quick: { matches: 60, times: { least: 2, most: 4 } },
    },
    each: (wave, { checkout }) => measureReturns(wave, checkout),
  }),
} as const;

export type MeasureName = keyof typeof MEASURES;
export const MEASURE_NAMES = Object.keys(MEASURES) as readonly MeasureName[];

/** Names one figure of one system. */
export type Ref = {
  [M in MeasureName]: `${M}/${(typeof MEASURES)[M]['systems'][number]}/${(typeof MEASURES)[M]['figures'][number]}`;
}[MeasureName];

interface RulesRow {
  readonly name: string;
  readonly way: 'list and play' | 'judge and play';
  readonly movesPerSecond: number;
}

const REFERENCES = { chessops: 'listed', 'boardgame.io': 'judged' } as const;

/** Of our games the slowest counts. */
function rulesIn({ rows }: { readonly rows: readonly RulesRow[] }): Measurement {
  const ours = rows.filter(({ name }) => !(name in REFERENCES));
  const slowest = (way: RulesRow['way']) =>
    Math.min(...ours.filter((row) => row.way === way).map((row) => row.movesPerSecond));
  const references = Object.entries(REFERENCES).map(([name, figure]) => {
    return [name, { [figure]: rows.find((row) => row.name === name)?.movesPerSecond ?? Number.NaN }] as const;
  });
  return {
    ours: { listed: slowest('list and play'), judged: slowest('judge and play') },
    ...Object.fromEntries(references),
  };
}

const SYNCS = 50;

function medianSync(): number {
  const sync = syncing(join(mkdtempSync(join(tmpdir(), 'bench-sync-')), 'file'));
  return quantile(Array.from({ length: SYNCS }, sync), 0.5);
}
