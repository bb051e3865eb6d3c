/** How late the timers of an event loop are. */

/** Of one second, in milliseconds. */
export interface LoopDelay {
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly most: number;
}

const SHARE = 0.01;
const STEPS = 40;

/** The p99 of all these seconds together. A percentile that the server does not tell is taken from the line between its neighbours. */
export function p99Of(seconds: readonly LoopDelay[]): number {
  let [least, most] = [0, Math.max(0, ...seconds.map((one) => one.most))];
  for (let step = 0; step < STEPS; step++) {
    const middle = (least + most) / 2;
    const above = seconds.reduce((sum, one) => sum + shareAbove(one, middle), 0);
    if (above > SHARE * seconds.length) least = middle;
    else most = middle;
  }
  return most;
}

/** The second with the highest p99. */
export const worstSecond = (seconds: readonly LoopDelay[]): number => Math.max(0, ...seconds.map(({ p99 }) => p99));

function shareAbove({ p50, p90, p99, most }: LoopDelay, limit: number): number {
  const known = [
    [0, 0],
    [p50, 0.5],
    [p90, 0.9],
    [p99, 0.99],
    [most, 1],
  ] as const;
  const next = known.findIndex(([delay]) => delay > limit);
  const [[from, below] = [0, 0], [to, above] = [0, 1]] = [known[next - 1], known[next]];
  return next === -1 ? 0 : 1 - (below + ((above - below) * (limit - from)) / (to - from));
}
