/** The page of one run. */
import type { Figures, Verdict } from './figures.ts';
import { pageOf, type Tile } from './page.ts';
import { spreadOf } from './percentiles.ts';
import { type Chart, type Line, short } from './plot.ts';
import type { Second } from './seconds.ts';

export interface RunTold {
  readonly title: string;
  readonly tells: string;
  /** The program that played, as people call it. */
  readonly client: string;
  /** What was run where, in pairs of words. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly figures: Figures;
  readonly seconds: readonly Second[];
  readonly mostP99Ms: number;
  /** The limits of times that have one of their own, by their names. */
  readonly mostMs?: Readonly<Record<string, number>>;
}

const verdictWords = (client: string): Readonly<Record<Verdict, string>> => ({
  kept: 'all thresholds kept',
  failed: 'a threshold failed',
  void: `void: ${client} or other programs were too busy`,
});

export function runPage(told: RunTold): string {
  const { title, tells, facts, figures, client } = told;
  return pageOf({
    title,
    tells,
    badge: { kind: figures.verdict, words: verdictWords(client)[figures.verdict] },
    tiles: tilesOf(figures, client),
    charts: chartsOf(told),
    tables: [
      { title: 'Thresholds', rows: thresholdRows(figures) },
      { title: 'Failures', rows: failureRows(figures) },
      { title: 'The run', rows: facts },
    ],
  });
}

/** Second by second. */
function chartsOf({ seconds, client, mostP99Ms, mostMs = {} }: RunTold): readonly Chart[] {
  const axis = axisOf(seconds);
  const chart = (title: string, unit: string, lines: readonly Line[]): Chart => ({ ...axis, title, unit, lines });
  const line = (name: string, of: (second: Second) => number | undefined) => ({ name, values: seconds.map(of) });
  const share = (of: 'serverCpu' | 'clientCpu' | 'othersCpu') => (second: Second) =>
    second.sample && second.sample[of] * 100;
  const total = (all: Readonly<Record<string, number>>) => Object.values(all).reduce((sum, one) => sum + one, 0);
  return [
    chart('Moves', 'a second', [line('moves', ({ counts }) => counts['moves'] ?? 0)]),
    ...(hasBeads(seconds) ? [chart('Beads', 'a second', [line('beads', ({ counts }) => counts['beads'] ?? 0)])] : []),
    ...kindsIn(seconds).map((kind) => ({
      ...chart(TIMED[kind] ?? kind, 'ms', spreadLines(seconds, kind)),
      limit: mostMs[kind] ?? mostP99Ms,
    })),
    chart('Processor', '% of a core', [
      line('server', share('serverCpu')),
      line(client, share('clientCpu')),
      line('other programs', share('othersCpu')),
    ]),
    ...partCharts(seconds, (part) => line(part, ({ sample }) => sample && (sample.partsCpu[part] ?? 0) * 100)).map(
      (lines) => chart('Processor of each program of the server', '% of a core', lines),
    ),
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

const hasBeads = (seconds: readonly Second[]) => seconds.some(({ counts }) => counts['beads'] !== undefined);

/** One list of lines, or none where there is only one program. */
function partCharts(seconds: readonly Second[], lineOf: (part: string) => Line): readonly (readonly Line[])[] {
  const parts = [...new Set(seconds.flatMap(({ sample }) => Object.keys(sample?.partsCpu ?? {})))];
  return parts.length < 2 ? [] : [parts.map(lineOf)];
}

const TIMED: Readonly<Record<string, string>> = {
  move: 'From a move until all players have seen it',
  'crowd move': 'The same for the crowd, with k6’s own delays',
  watch: 'From a move until all spectators have seen it',
  wake: 'From the end of a clock until its entry is stored',
  join: 'From wanting a seat until the table is shown',
  answer: 'From a move until its answer',
  bead: 'From the count of a bead until its temple has the ledger',
  late: 'How late timers of the driver are',
  back: 'From the cut until the whole table is shown again',
};

function tilesOf(figures: Figures, clientName: string): readonly Tile[] {
  const { movesPerSecond, seconds, times, counts, server, client, others } = figures;
  const spreads = Object.entries(times).map(([kind, { p50, p99, p999 }]) =>
    tile(`${kind}: p50 / p99 / p99.9`, `${short(p50)} / ${short(p99)} / ${short(p999)}`, 'ms'),
  );
  return [
    ...spreads,
    tile('moves', short(movesPerSecond), 'a second'),
    ...(counts['beads'] === undefined ? [] : [tile('beads', short(counts['beads'] / seconds), 'a second')]),
    ...(server.cpuMsPerMove === undefined ? [] : [tile('server’s time a move', short(server.cpuMsPerMove), 'ms')]),
    ...partTiles(server.partsMsPerMove ?? {}, (part, perMove) => tile(`${part}: time a move`, short(perMove), 'ms')),
    tile('server', short(server.cpu * 100), '% of a core'),
    ...partTiles(server.partsCpu ?? {}, (part, cpu) => tile(part, short(cpu * 100), '% of a core')),
    tile(clientName, short(client.cpu * 100), '% of a core'),
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
function partTiles(
  parts: Readonly<Record<string, number>>,
  tileOf: (part: string, figure: number) => Tile,
): readonly Tile[] {
  const all = Object.entries(parts);
  return all.length < 2 ? [] : all.map(([part, figure]) => tileOf(part, figure));
}

const tile = (name: string, value: string, unit: string): Tile => ({ name, value, unit });

function thresholdRows({ thresholds }: Figures): readonly (readonly [string, string])[] {
  return thresholds.map(({ name, isKept }) => [name, isKept ? '✓ kept' : '✗ failed']);
}

function failureRows({ failures }: Figures): readonly (readonly [string, string])[] {
  const rows = Object.entries(failures).toSorted(([, a], [, b]) => b - a);
  return rows.length === 0 ? [['none', '']] : rows.map(([words, count]) => [words, String(count)]);
}
