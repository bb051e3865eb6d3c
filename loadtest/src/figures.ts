/** The figures of a run, what is to be thought of them, and how a terminal shows them. */
import type { UserReport } from './loads.ts';
import type { ServerUse } from './usage.ts';

type Numbers = Readonly<Record<string, number>>;

/** A metric of k6, and whether each of its thresholds was kept. */
export interface Metric {
  readonly values: Numbers;
  readonly thresholds?: Readonly<Record<string, { readonly ok: boolean }>>;
}

/** What one k6 saw. */
export interface K6Result {
  /** Whether observers beside these players tell the times. */
  readonly isCrowd: boolean;
  readonly reports: readonly UserReport[];
  /** What k6 said beside the reports: a fault of the load, most often. */
  readonly words: readonly string[];
  /** Undefined if k6 was ended before it came to its end. */
  readonly metrics: Readonly<Record<string, Metric>> | undefined;
}

interface Threshold {
  readonly name: string;
  readonly isKept: boolean;
}

/** `void`: k6 itself or other programs were too busy, so that the times say nothing of the server. */
export type Verdict = 'kept' | 'failed' | 'void';

/** In milliseconds. */
interface Spread {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
  readonly most: number;
}

export interface Figures extends ServerUse {
  readonly verdict: Verdict;
  readonly seconds: number;
  readonly movesPerSecond: number;
  /** Processor time of the server, and of each of its programs; absent in a run without moves. */
  readonly cpuMsPerMove?: number;
  readonly partsMsPerMove?: Numbers;
  /** By what was timed. */
  readonly times: Readonly<Record<string, Spread>>;
  readonly counts: Numbers;
  readonly failures: Numbers;
  readonly thresholds: readonly Threshold[];
}

/** Above this share of its core, k6 answers late by itself. */
const MOST_CLIENT_CPU = 0.8;
/** Above this share of a core, other programs are in the way. */
const MOST_OTHERS_CPU = 0.5;

export interface RunMeasured {
  readonly seconds: number;
  readonly results: readonly K6Result[];
  readonly use: ServerUse;
  /** Accepted moves that are in no record. */
  readonly unrecorded: number;
  /** The longest p99 from a move until the last spectator has seen it: no virtual user of k6 can judge that alone. */
  readonly mostWatchMs: number;
}

export function figuresOf({ seconds, results, use, unrecorded, mostWatchMs }: RunMeasured): Figures {
  const reports = results.flatMap((result) => result.reports);
  const watched = spreadOf(timesToSpectators(reports));
  const thresholds = [
    ...results.flatMap(thresholdsOf),
    ...(watched === undefined ? [] : [{ name: `watch_ms: p(99)<${mostWatchMs}`, isKept: watched.p99 < mostWatchMs }]),
    { name: `accepted moves without a record: ${unrecorded}`, isKept: unrecorded === 0 },
  ];
  const counts = sums(results.map(countsOf));
  const moves = counts['moves'] ?? 0;
  const perMove = (share: number) => (share * seconds * 1000) / moves;
  const partsMsPerMove = Object.fromEntries(Object.entries(use.partsCpu).map(([part, cpu]) => [part, perMove(cpu)]));
  return {
    verdict: verdictOf(thresholds, use),
    seconds,
    movesPerSecond: moves / seconds,
    ...(moves > 0 && { cpuMsPerMove: perMove(use.serverCpu), partsMsPerMove }),
    times: { ...Object.assign({}, ...results.map(timesOf)), ...(watched !== undefined && { watch: watched }) },
    counts,
    failures: sums(reports.map(({ failures }) => failures)),
    ...use,
    thresholds,
  };
}

/** A client that gets no time of the processor is late, and takes a server for silent: then failures prove nothing. */
function verdictOf(thresholds: readonly Threshold[], { clientCpu, othersCpu }: ServerUse): Verdict {
  if (clientCpu > MOST_CLIENT_CPU || othersCpu > MOST_OTHERS_CPU) return 'void';
  return thresholds.every(({ isKept }) => isKept) ? 'kept' : 'failed';
}

/** What a crowd has goes by another name. */
const named = (isCrowd: boolean, name: string): string => (isCrowd ? `crowd ${name}` : name);

/** A k6 that was ended before it came to its end has failed by that. */
function thresholdsOf({ isCrowd, metrics }: K6Result): readonly Threshold[] {
  if (metrics === undefined) return [{ name: named(isCrowd, 'k6 comes to its end'), isKept: false }];
  return Object.entries(metrics).flatMap(([metric, { thresholds = {} }]) =>
    Object.entries(thresholds).map(([rule, { ok }]) => ({ name: named(isCrowd, `${metric}: ${rule}`), isKept: ok })),
  );
}

const TIME = /^(\w+)_ms$/;

function timesOf({ isCrowd, metrics = {} }: K6Result): Readonly<Record<string, Spread>> {
  return Object.fromEntries(
    Object.entries(metrics).flatMap(([name, { values }]) => {
      const kind = TIME.exec(name)?.[1];
      const { count = 0, med = 0, max = 0, 'p(99)': p99 = 0, 'p(99.9)': p999 = 0 } = values;
      return kind === undefined || count === 0
        ? []
        : [[named(isCrowd, kind), { count, p50: med, p99, p999, most: max }]];
    }),
  );
}

/** The metrics of this program, and not those that k6 always has. */
const COUNTED = ['moves', 'matches', 'held', 'returned', 'joined'];

const countsOf = ({ metrics = {} }: K6Result): Numbers =>
  Object.fromEntries(COUNTED.flatMap((name) => (metrics[name] ? [[name, metrics[name].values['count'] ?? 0]] : [])));

/** For each move that all spectators saw, the milliseconds until the last of all virtual users had shown it. */
export function timesToSpectators(reports: readonly Pick<UserReport, 'sent' | 'shown'>[]): readonly number[] {
  const shown = Map.groupBy(
    reports.flatMap((report) => report.shown),
    ([step]) => step,
  );
  const users = Math.max(0, ...[...shown.values()].map(({ length }) => length));
  return reports
    .flatMap(({ sent }) => sent)
    .flatMap(([step, at]) => {
      const seen = shown.get(step) ?? [];
      return seen.length === users ? [Math.max(...seen.map(([, time]) => time)) - at] : [];
    });
}

/** Percentiles by the nearest rank; undefined if there is no figure. */
function spreadOf(figures: readonly number[]): Spread | undefined {
  if (figures.length === 0) return undefined;
  const sorted = figures.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length - 1e-9) - 1)] ?? Number.NaN;
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), p999: at(0.999), most: at(1) };
}

function sums(all: readonly Numbers[]): Numbers {
  const sum: Record<string, number> = {};
  for (const [name, value] of all.flatMap((one) => Object.entries(one))) sum[name] = (sum[name] ?? 0) + value;
  return sum;
}

/** How many of the moves that the server accepted are in no record. `linesOf` reads the record of a match. */
export async function countUnrecorded(
  reports: readonly Pick<UserReport, 'accepted'>[],
  linesOf: (match: string) => Promise<readonly string[]>,
): Promise<number> {
  const byMatch = Map.groupBy(
    reports.flatMap(({ accepted }) => accepted),
    ([match]) => match,
  );
  let missing = 0;
  for (const [match, moves] of byMatch) {
    const lines = await linesOf(match);
    const recorded = new Set(lines.map((line) => (JSON.parse(line) as { readonly id?: unknown }).id));
    missing += moves.filter(([, id]) => !recorded.has(id)).length;
  }
  return missing;
}

/** What a terminal shows of a run. */
export function linesOf(figures: Figures): readonly string[] {
  const { movesPerSecond, cpuMsPerMove, times, partsCpu, clientCpu, othersCpu, rssMb, loopMs } = figures;
  const percent = (share: number) => `${(share * 100).toFixed(0)} %`;
  const parts = Object.entries(partsCpu).map(([part, cpu]) => `${part} ${percent(cpu)}`);
  const cost = cpuMsPerMove === undefined ? '' : `, ${short(cpuMsPerMove)} ms of the server’s processor each`;
  return [
    ...Object.entries(times).map(
      ([kind, { count, p50, p99, p999, most }]) =>
        `  ${kind.padEnd(12)} p50 ${short(p50)}  p99 ${short(p99)}  p99.9 ${short(p999)}  most ${short(most)} ms  (${count})`,
    ),
    `  ${short(movesPerSecond)} moves a second${cost}`,
    `  of a core: ${parts.join(', ')}, k6 ${percent(clientCpu)}, other programs ${percent(othersCpu)}`,
    `  memory ${short(rssMb.start)} MB empty, ${short(rssMb.from)} to ${short(rssMb.to)} MB, ${short(rssMb.perMinute)} MB a minute in the second half`,
    `  delay of the event loop: p99 ${short(loopMs.p99)}, most ${short(loopMs.most)} ms`,
    ...Object.entries(figures.failures).map(([words, count]) => `  ${count} x ${words}`),
    ...figures.thresholds.flatMap(({ name, isKept }) => (isKept ? [] : [`  failed: ${name}`])),
  ];
}

const short = (value: number): string =>
  Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
