/** How each turn of a unit is measured. It runs in a process of its own: see `turn.ts`. */
import { execFile } from 'node:child_process';
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { measureArrivals } from '../measures/arriving.ts';
import { measureBeads } from '../measures/beads.ts';
import { measureReturns } from '../measures/comingBack.ts';
import { measureFirstMatch } from '../measures/firstMatch.ts';
import { measureIdle } from '../measures/idle.ts';
import { measure } from '../measures/load.ts';
import { measurePace } from '../measures/pace.ts';
import { quantile } from '../measures/tables.ts';
import { measureOpeningAlone } from '../open.ts';
import type { System } from '../systems.ts';
import { SIZES, type Sizes } from './sizes.ts';
import { IDLERS, type Measurement, type Size, type UnitName } from './units.ts';

export interface Wanted {
  readonly system: string;
  readonly size: Size;
  /** An earlier checkout, whose code is measured instead. */
  readonly checkout?: string | undefined;
}

type Run = (sizes: Sizes, wanted: Wanted) => Promise<Measurement>;

export function run(unit: UnitName, wanted: Wanted): Promise<Measurement> {
  return RUNS[unit](SIZES[wanted.size], wanted);
}

const RUNS: Readonly<Record<UnitName, Run>> = {
  rules: async ({ rules }, { checkout }) => {
    const tree = checkout ?? fileURLToPath(new URL('../../../../', import.meta.url));
    const args = ['--json', '--rounds', `${rules.rounds}`, '--ms', `${rules.milliseconds}`];
    const { stdout } = await promisify(execFile)(process.execPath, [join(tree, 'rules/tools/bench.ts'), ...args]);
    return rulesIn(JSON.parse(stdout) as { readonly rows: readonly RulesRow[] });
  },
  moves: async ({ moves }, { system, checkout }) => {
    const { busy, alone, hasSettled } = await measure(system as System, { ...moves, checkout });
    return {
      [system]: {
        movesPerCpuSecond: busy.movesPerCpuSecond,
        down: busy.bytesDown,
        up: busy.bytesUp,
        p50: alone.p50,
        p99: alone.p99,
        sync: medianSync(),
        settled: hasSettled ? 1 : 0,
      },
    };
  },
  pace: async ({ pace }, { system, checkout }) => ({
    [system]: { ...(await measurePace({ system: system as System, checkout }, pace)) },
  }),
  crowd: async ({ pace, crowds }, { checkout }) => {
    for (const matches of crowds) {
      const { p99 } = await measurePace({ system: 'ours', checkout }, { ...pace, matches });
      if (p99 < MOST_MS) return { ours: { players: matches * 2 } };
    }
    return { ours: { players: 0 } };
  },
  joins: async ({ joins }, { system, checkout }) => ({
    [system]: { perCpuSecond: await measureArrivals({ system: system as System, checkout }, joins) },
  }),
  idle: async ({ idle }, { checkout }) => {
    const served = IDLERS.map((system) => ({ system, ...(system === 'real' && { checkout }) }));
    const figures = await measureIdle(served, idle);
    return Object.fromEntries(IDLERS.map((system, i) => [system, { ...figures[i] }]));
  },
  start: async (_sizes, { checkout }) => ({ ours: { ...(await measureFirstMatch(checkout)) } }),
  opening: async ({ opening }, { checkout }) => ({
    ours: { seconds: await measureOpeningAlone([opening], checkout) },
  }),
  beads: async ({ beads }, { checkout }) => {
    const { roundTrip, sync, held, applied } = await measureBeads(beads, checkout);
    const slowest = Math.max(quantile(held, 0.5), quantile(applied, 0.5));
    return { ours: { slowest, floor: quantile(roundTrip, 0.5) + quantile(sync, 0.5) } };
  },
  return: async ({ back }, { checkout }) => ({ ours: { ...(await measureReturns({ ...back, checkout })) } }),
};

/** A move must not take longer at human pace. */
const MOST_MS = 50;

interface RulesRow {
  readonly name: string;
  readonly way: 'list and play' | 'judge and play';
  readonly movesPerSecond: number;
}

const REFERENCES = { chessops: 'listed', 'boardgame.io': 'judged' } as const;

/** Of our games the slowest counts. An earlier bench only listed and played. */
function rulesIn({ rows }: { readonly rows: readonly RulesRow[] }): Measurement {
  const ours = rows.filter(({ name }) => !(name in REFERENCES));
  const slowest = (way: RulesRow['way']) =>
    Math.min(...ours.filter((row) => (row.way ?? 'list and play') === way).map((row) => row.movesPerSecond));
  const references = Object.entries(REFERENCES).map(([name, figure]) => {
    return [name, { [figure]: rows.find((row) => row.name === name)?.movesPerSecond ?? Number.NaN }] as const;
  });
  return {
    ours: { listed: slowest('list and play'), judged: slowest('judge and play') },
    ...Object.fromEntries(references),
  };
}

const SYNCS = 50;
const BLOCK = Buffer.alloc(4096, 7);

/** Milliseconds of one fdatasync of a small file. */
function medianSync(): number {
  const folder = mkdtempSync(join(tmpdir(), 'bench-sync-'));
  const file = openSync(join(folder, 'file'), 'w');
  const took = Array.from({ length: SYNCS }, () => {
    const began = performance.now();
    writeSync(file, BLOCK);
    fdatasyncSync(file);
    return performance.now() - began;
  });
  closeSync(file);
  rmSync(folder, { recursive: true });
  return quantile(took, 0.5);
}
