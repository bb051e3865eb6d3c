/** Whether a driver kept its thresholds. k6 judges its own by itself. */
import type { Driven } from '../load.ts';
import type { Told } from '../plan.ts';
import type { Threshold } from '../report/figures.ts';
import { spreadOf } from '../report/percentiles.ts';
import { sums } from '../report/seconds.ts';

/** The names are like those of k6. A time that was never taken is no time that was kept. */
export function judgedDriver(told: readonly Told[], { mostP99Ms, mustHappen }: Driven): readonly Threshold[] {
  const counts = sums(told.filter(({ isMeasured }) => isMeasured).map((one) => one.counts));
  const failures = sums(told.map((one) => one.failures));
  const p99Of = (kind: string) => spreadOf(told.flatMap(({ times }) => times[kind] ?? []))?.p99 ?? Number.NaN;
  return [
    { name: 'failures: count==0', isKept: Object.keys(failures).length === 0 },
    ...mustHappen.map((what) => ({ name: `${what}: count>0`, isKept: (counts[what] ?? 0) > 0 })),
    ...Object.entries(mostP99Ms).map(([kind, most]) => ({
      name: `${kind}_ms: p(99)<${most}`,
      isKept: p99Of(kind) < most,
    })),
  ];
}
