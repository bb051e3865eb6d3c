/** The page of one run. */
import type { Figures, Verdict } from './figures.ts';
import { pageOf, type Tile } from './page.ts';
import { spreadOf } from './percentiles.ts';
import { type Chart, type Line, short } from './plot.ts';
import type { Second } from './seconds.ts';

export interface RunTold {
  readonly title: string;
  readonly tells: string;
  /** What was run where, in pairs of words. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly figures: Figures;
  readonly seconds: readonly Second[];
  readonly mostP99Ms: number;
  /** The limits of times that have one of their own, by their names. */
  readonly mostMs?: Readonly<Record<string, number>>;
}

const VERDICTS: Readonly<Record<Verdict, string>> = {
  kept: 'all thresholds kept',
  failed: 'a threshold failed',
  void: 'void: k6 or other programs were too busy',
};

export function runPage({ title, tells, facts, figures, seconds, mostP99Ms, mostMs = {} }: RunTold): string {
  return pageOf({
    title,
    tells,
    badge: { kind: figures.verdict, words: VERDICTS[figures.verdict] },
    tiles: tilesOf(figures),
    charts: chartsOf(seconds, (kind) => mostMs[kind] ?? mostP99Ms),
    tables: [
      { title: 'Thresholds', rows: thresholdRows(figures) },
      { title: 'Failures', rows: failureRows(figures) },
      { title: 'The run', rows: facts },
    ],
  });
}

/** Second by second. */
function chartsOf(seconds: readonly Second[], mostOf: (kind: string) => number): readonly Chart[] {
  const axis = axisOf(seconds);
  const chart = (title: string, unit: string, lines: readonly Line[]): Chart => ({ ...axis, title, unit, lines });
  const line = (name: string, of: (second: Second) => number | undefined) => ({ name, values: seconds.map(of) });
  const share = (of: 'serverCpu' | 'clientCpu' | 'othersCpu') => (second: Second) =>
    second.sample && second.sample[of] * 100;
  const total = (all: Readonly<Record<string, number>>) => Object.values(all).reduce((sum, one) => sum + one, 0);
  return [
    chart('Moves', 'a second', [line('moves', ({ counts }) => counts['moves'] ?? 0)]),
    ...kindsIn(seconds).map((kind) => ({
      ...chart(TIMED[kind] ?? kind, 'ms', spreadLines(seconds, kind)),
      limit: mostOf(kind),
    })),
    chart('Processor', '% of a core', [
      line('server', share('serverCpu')),
      line('k6', share('clientCpu')),
      line('other programs', share('othersCpu')),
    ]),
    chart('Delay of the event loop, p99', 'ms', [line('server', ({ sample }) => sample?.loop?.p99)]),
    chart('Memory', 'MB', [line('server', ({ sample }) => sample?.rssMb)]),
    chart('Failures', 'a second', [line('failures', ({ failures }) => total(failures))]),
  ];
}

function axisOf(seconds: readonly Second[]): Pick<Chart, 'xs' | 'xTitle' | 'measured'> {
  const begin = seconds[0]?.at ?? 0;
  const measured = seconds.filter(({ isMeasured }) => isMeasured).map(({ at }) => at - begin);
  const [first, last] = [measured[0], measured.at(-1)];
  return {
    xs: seconds.map(({ at }) => at - begin),
    xTitle: 'seconds',
    ...(first !== undefined && last !== undefined && { measured: [first, last] as const }),
  };
}

const kindsIn = (seconds: readonly Second[]) => [...new Set(seconds.flatMap(({ times }) => Object.keys(times)))];

function spreadLines(seconds: readonly Second[], kind: string): readonly Line[] {
  const spreads = seconds.map(({ times }) => spreadOf(times[kind] ?? []));
  return [
    { name: 'p50', values: spreads.map((spread) => spread?.p50) },
    { name: 'p99', values: spreads.map((spread) => spread?.p99) },
    { name: 'p99.9', values: spreads.map((spread) => spread?.p999) },
  ];
}

const TIMED: Readonly<Record<string, string>> = {
  move: 'From a move until all players have seen it',
  'crowd move': 'The same for the crowd, with k6’s own delays',
  watch: 'From a move until all spectators have seen it',
  wake: 'From the end of a clock until its entry is stored',
  join: 'From wanting a seat until the table is shown',
  back: 'From the cut until the whole table is shown again',
};

function tilesOf({ movesPerSecond, times, server, client, others }: Figures): readonly Tile[] {
  const spreads = Object.entries(times).map(([kind, { p50, p99, p999 }]) =>
    tile(`${kind}: p50 / p99 / p99.9`, `${short(p50)} / ${short(p99)} / ${short(p999)}`, 'ms'),
  );
  return [
    ...spreads,
    tile('moves', short(movesPerSecond), 'a second'),
    ...(server.cpuMsPerMove === undefined ? [] : [tile('server’s time a move', short(server.cpuMsPerMove), 'ms')]),
    ...partTiles(server.partsMsPerMove ?? {}),
    tile('server', short(server.cpu * 100), '% of a core'),
    tile('k6', short(client.cpu * 100), '% of a core'),
    tile('other programs', short(others.cpu * 100), '% of a core'),
    tile(
      'memory at most: first / last',
      `${short(server.rssMb)}: ${short(server.rssMbFirst)} / ${short(server.rssMbLast)}`,
      'MB',
    ),
    tile('event loop, p99', short(server.loopP99Ms), 'ms'),
    tile('event loop, p99 of the worst second', short(server.loopWorstSecondMs), 'ms'),
  ];
}

/** Apart only where there is more than one program. */
function partTiles(parts: Readonly<Record<string, number>>): readonly Tile[] {
  const all = Object.entries(parts);
  return all.length < 2 ? [] : all.map(([part, perMove]) => tile(`${part}: time a move`, short(perMove), 'ms'));
}

const tile = (name: string, value: string, unit: string): Tile => ({ name, value, unit });

function thresholdRows({ thresholds }: Figures): readonly (readonly [string, string])[] {
  return thresholds.map(({ name, isKept }) => [name, isKept ? '✓ kept' : '✗ failed']);
}

function failureRows({ failures }: Figures): readonly (readonly [string, string])[] {
  const rows = Object.entries(failures).toSorted(([, a], [, b]) => b - a);
  return rows.length === 0 ? [['none', '']] : rows.map(([words, count]) => [words, String(count)]);
}
