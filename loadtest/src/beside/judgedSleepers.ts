/** Whether the server served each match whose clock ran out, once and in time, and no other. */
import { parseLine } from '@flower-war/protocol';
import type { Sleeper } from '@flower-war/server/testing';
import { MOST_WAKE_MS } from '../loads.ts';
import type { Told } from '../plan.ts';
import { spreadOf } from '../report/percentiles.ts';
import { sums } from '../report/seconds.ts';
import { NOTHING_TOLD, type Seen } from './beside.ts';

export interface Stored {
  readonly sleeper: Sleeper;
  readonly isDue: boolean;
  /** How many entries the record has in the end. */
  readonly entries: number;
  /** The record of a match that was due. */
  readonly lines?: readonly string[];
  /** When its new entry was seen in the store. */
  readonly storedAt?: number;
}

export function judged(all: readonly Stored[]): Seen {
  const faults = all.flatMap((one) => faultOf(one) ?? []);
  const late = all.flatMap(({ isDue, sleeper, storedAt }) =>
    isDue && storedAt !== undefined ? [{ second: Math.floor(storedAt / 1000), ms: storedAt - sleeper.dueAt }] : [],
  );
  const served = [...Map.groupBy(late, ({ second }) => second)].map(
    ([at, some]): Told => ({
      ...NOTHING_TOLD,
      at,
      counts: { woken: some.length },
      times: { wake: some.map(({ ms }) => ms) },
    }),
  );
  const p99 = spreadOf(late.map(({ ms }) => ms))?.p99 ?? Number.POSITIVE_INFINITY;
  return {
    told: [...served, ...told(faults, served.at(-1)?.at)],
    thresholds: [
      { name: `wake_ms: p(99)<${MOST_WAKE_MS}`, isKept: p99 < MOST_WAKE_MS },
      { name: 'each due match got one entry, and no other match got any', isKept: faults.length === 0 },
    ],
  };
}

function told(faults: readonly string[], at = Math.floor(Date.now() / 1000)): readonly Told[] {
  return faults.length === 0 ? [] : [{ ...NOTHING_TOLD, at, failures: sums(faults.map((fault) => ({ [fault]: 1 }))) }];
}

function faultOf({ sleeper, isDue, entries, lines = [] }: Stored): string | undefined {
  const more = entries - sleeper.entries;
  if (!isDue) return more === 0 ? undefined : 'a match that was not due got an entry';
  if (more === 0) return 'a due match was not served';
  if (more !== 1) return `a due match got ${more} entries`;
  const last = parseLine(lines.at(-1) ?? '');
  const entry = 'entry' in last ? last.entry : undefined;
  if (entry?.kind !== 'clock') return `a due match got the entry ${entry?.kind ?? 'that cannot be read'}`;
  return entry.at < sleeper.dueAt ? 'a match was served before it was due' : undefined;
}
