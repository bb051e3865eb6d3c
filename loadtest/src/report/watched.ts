/** How long a move takes to its last spectator, put together from what all virtual users told. */
import type { Told } from '../plan.ts';

/** For each move of the measured time that all spectators saw, the milliseconds until the last of them had seen it. */
export function timesToSpectators(told: readonly Told[]): ReadonlyMap<number, readonly number[]> {
  const last = new Map<number, number>();
  const seenBy = new Map<number, number>();
  for (const [step, at] of told.flatMap(({ shown }) => shown)) {
    last.set(step, Math.max(last.get(step) ?? 0, at));
    seenBy.set(step, (seenBy.get(step) ?? 0) + 1);
  }
  const users = Math.max(0, ...seenBy.values());
  const moves = told.flatMap(({ at: second, isMeasured, sent }) =>
    sent.flatMap(([step, at]) => {
      const seen = last.get(step);
      return isMeasured && seen !== undefined && seenBy.get(step) === users ? [{ second, took: seen - at }] : [];
    }),
  );
  return new Map([...Map.groupBy(moves, ({ second }) => second)].map(([at, all]) => [at, all.map(({ took }) => took)]));
}
