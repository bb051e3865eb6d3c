/** The figures of a run, and what is to be thought of it. */
import { p99Of, worstSecond } from './loopDelay.ts';
import { type Spread, slopeOf, spreadOf } from './percentiles.ts';
import { type Sample, type Second, sums } from './seconds.ts';

export interface Threshold {
  readonly name: string;
  readonly isKept: boolean;
}

/** `void`: the client itself or other programs were too busy, so that the times say nothing of the server. */
export type Verdict = 'kept' | 'failed' | 'void';

export interface Figures {
  readonly verdict: Verdict;
  readonly seconds: number;
  readonly movesPerSecond: number;
  /** In milliseconds, by what was timed. */
  readonly times: Readonly<Record<string, Spread>>;
  readonly counts: Readonly<Record<string, number>>;
  readonly failures: Readonly<Record<string, number>>;
  readonly server: {
    /** Mean share of a core. */
    readonly cpu: number;
    /** The same for each of the programs that together are the server, by their names. */
    readonly partsCpu?: Readonly<Record<string, number>>;
    readonly cpuMsPerMove?: number;
    readonly partsMsPerMove?: Readonly<Record<string, number>>;
    readonly rssMb: number;
    /** Before the players came, and after all. */
    readonly rssMbFirst: number;
    readonly rssMbLast: number;
    /** How much the memory grew in a minute of the second half. */
    readonly rssMbPerMinute: number;
    /** The p99 of the delay of the event loop, over all of the measured time. */
    readonly loopP99Ms: number;
    /** The p99 of the second in which it was worst. */
    readonly loopWorstSecondMs: number;
  };
  readonly client: { readonly cpu: number };
  /** The mean share of a core that all other programs of this machine took. */
  readonly others: { readonly cpu: number };
  readonly thresholds: readonly Threshold[];
}

/** Above this share of its core, the client answers late by itself. */
const MOST_CLIENT_CPU = 0.8;
/** Above this share of a core, other programs are in the way. */
const MOST_OTHERS_CPU = 0.5;

export interface Judged {
  /** So many seconds were to be measured. */
  readonly seconds: number;
  /** What k6 judged. */
  readonly thresholds: readonly Threshold[];
  /** The longest p99 from a move until the last spectator has seen it: no virtual user of k6 can judge that alone. */
  readonly mostWatchMs: number;
}

export function figuresOf(all: readonly Second[], { seconds, ...judged }: Judged): Figures {
  const measured = all.filter(({ isMeasured }) => isMeasured);
  const samples = measured.flatMap(({ sample }) => sample ?? []);
  const cpu = mean(samples.map(({ serverCpu }) => serverCpu));
  const client = mean(samples.map(({ clientCpu }) => clientCpu));
  const others = mean(samples.map(({ othersCpu }) => othersCpu));
  const rss = samples.map(({ rssMb }) => rssMb);
  const times = timesOf(measured);
  const asked = judged.thresholds.map((threshold) => byOwnTimes(threshold, times));
  const thresholds = [...asked, ...watchThreshold(times['watch'], judged.mostWatchMs)];
  const counts = sums(measured.map((second) => second.counts));
  const moves = counts['moves'] ?? 0;
  const loops = samples.flatMap(({ loop }) => loop ?? []);
  const perMove = (share: number) => (share * seconds * 1000) / moves;
  return {
    verdict: verdictOf(thresholds, client > MOST_CLIENT_CPU || others > MOST_OTHERS_CPU),
    seconds,
    movesPerSecond: moves / seconds,
    times,
    counts,
    failures: sums(all.map(({ failures }) => failures)),
    server: {
      cpu,
      partsCpu: partsOf(samples, (share) => share),
      ...(moves > 0 && { cpuMsPerMove: perMove(cpu), partsMsPerMove: partsOf(samples, perMove) }),
      rssMb: Math.max(0, ...rss),
      rssMbFirst: all.find(({ sample }) => sample)?.sample?.rssMb ?? 0,
      rssMbLast: all.findLast(({ sample }) => sample)?.sample?.rssMb ?? 0,
      rssMbPerMinute: slopeOf(rss.slice(Math.floor(rss.length / 2))) * 60,
      loopP99Ms: p99Of(loops),
      loopWorstSecondMs: worstSecond(loops),
    },
    client: { cpu: client },
    others: { cpu: others },
    thresholds,
  };
}

function partsOf(samples: readonly Sample[], figureOf: (share: number) => number): Readonly<Record<string, number>> {
  const sum = sums(samples.map(({ partsCpu }) => partsCpu));
  return Object.fromEntries(Object.entries(sum).map(([part, cpu]) => [part, figureOf(cpu / samples.length)]));
}

const OF_TIMES = /^(?<kind>.+)_ms: p\(99\)<(?<most>\d+)$/;

/** k6 takes a time between two that it measured. The page tells one that was measured, so that one decides. */
function byOwnTimes(threshold: Threshold, times: Figures['times']): Threshold {
  const { kind = '', most } = OF_TIMES.exec(threshold.name)?.groups ?? {};
  const spread = times[kind];
  return spread === undefined ? threshold : { ...threshold, isKept: spread.p99 < Number(most) };
}

function watchThreshold(watch: Spread | undefined, most: number): readonly Threshold[] {
  return watch === undefined ? [] : [{ name: `watch_ms: p(99)<${most}`, isKept: watch.p99 < most }];
}

/** A client that gets no time of the processor is late, and takes a server for silent: then failures prove nothing. */
function verdictOf(thresholds: readonly Threshold[], isDisturbed: boolean): Verdict {
  if (isDisturbed) return 'void';
  return thresholds.every(({ isKept }) => isKept) ? 'kept' : 'failed';
}

function timesOf(seconds: readonly Second[]): Readonly<Record<string, Spread>> {
  const kinds = new Set(seconds.flatMap(({ times }) => Object.keys(times)));
  return Object.fromEntries(
    [...kinds].flatMap((kind) => {
      const spread = spreadOf(seconds.flatMap(({ times }) => times[kind] ?? []));
      return spread === undefined ? [] : [[kind, spread]];
    }),
  );
}

function mean(figures: readonly number[]): number {
  return figures.length === 0 ? 0 : figures.reduce((sum, one) => sum + one, 0) / figures.length;
}
