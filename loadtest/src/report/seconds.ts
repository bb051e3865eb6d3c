/** Puts together, second by second, what all virtual users told and what the sampler saw. */
import type { Told } from '../plan.ts';
import type { LoopDelay } from './loopDelay.ts';
import { timesToSpectators } from './watched.ts';

export interface Sample {
  /** The second, since 1970. */
  readonly at: number;
  /** Shares of a core. */
  readonly serverCpu: number;
  /** The same for each of the programs that together are the server. */
  readonly partsCpu: Readonly<Record<string, number>>;
  readonly clientCpu: number;
  /** Of all other programs of this machine together. */
  readonly othersCpu: number;
  readonly rssMb: number;
  /** That of the server's event loop; absent if it did not tell in time. */
  readonly loop?: LoopDelay;
}

export interface Second {
  readonly at: number;
  readonly isMeasured: boolean;
  readonly counts: Readonly<Record<string, number>>;
  readonly times: Readonly<Record<string, readonly number[]>>;
  readonly failures: Readonly<Record<string, number>>;
  readonly sample?: Sample;
}

/** Lines of k6 that are no such JSON are k6's own words: they are returned apart. */
export function readTold(text: string): { readonly told: readonly Told[]; readonly words: readonly string[] } {
  const lines = text.split('\n').filter((line) => line !== '');
  const isTold = (line: string) => line.startsWith('{');
  return {
    told: lines.filter(isTold).map((line) => JSON.parse(line) as Told),
    words: lines.filter((line) => !isTold(line)),
  };
}

/** From the first second that k6 told to the last one, without a gap. */
export function secondsOf(told: readonly Told[], samples: readonly Sample[]): readonly Second[] {
  if (told.length === 0) return [];
  const first = told.reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY);
  const last = told.reduce((most, { at }) => Math.max(most, at), 0);
  const byTime = Map.groupBy(told, ({ at }) => at);
  const watched = timesToSpectators(told);
  const sampled = new Map(samples.map((sample) => [sample.at, sample]));
  return Array.from({ length: last - first + 1 }, (_, nth) => {
    const at = first + nth;
    const sample = sampled.get(at);
    const { times, ...rest } = together(byTime.get(at) ?? []);
    const spectators = watched.get(at);
    const all = spectators === undefined ? times : { ...times, watch: spectators };
    return { at, ...rest, times: all, ...(sample !== undefined && { sample }) };
  });
}

function together(told: readonly Told[]): Omit<Second, 'at'> {
  const times: Record<string, number[]> = {};
  for (const [what, list] of told.flatMap((one) => Object.entries(one.times))) {
    const all = times[what] ?? [];
    for (const one of list) all.push(one);
    times[what] = all;
  }
  return {
    isMeasured: told.some(({ isMeasured }) => isMeasured),
    counts: sums(told.map(({ counts }) => counts)),
    times,
    failures: sums(told.map(({ failures }) => failures)),
  };
}

export function sums(all: readonly Readonly<Record<string, number>>[]): Readonly<Record<string, number>> {
  const sum: Record<string, number> = {};
  for (const [name, value] of all.flatMap((one) => Object.entries(one))) sum[name] = (sum[name] ?? 0) + value;
  return sum;
}
