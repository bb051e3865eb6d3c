/** Cuts a failed run down: the same finding from as few strikes as possible. */
import type { Strike } from './faults.ts';
import { type Outcome, simulate, type Wanted } from './simulate.ts';

const MOST_RUNS = 60;
const MINUTE_MS = 60_000;
/** With fewer faults it may come a little later. */
const AFTER_MINUTES = 0.1;

/** A finding without what differs from run to run. */
const kindOf = (finding: string): string =>
  finding
    .replace(/^[^:]*: /, '')
    .replace(/\b[A-HJ-NP-Z2-9]{8}\b|\d+(\.\d+)?/g, '…')
    .slice(0, 60);

export async function shrunk(wanted: Wanted, failed: Outcome): Promise<Outcome> {
  const [first = ''] = failed.findings;
  const [kind, until] = [kindOf(first), timeOf(first)];
  const minutes = Math.min(wanted.minutes, until / MINUTE_MS + AFTER_MINUTES);
  let [best, runs] = [failed, 0];
  const fails = async (strikes: readonly Strike[]): Promise<boolean> => {
    if (runs++ >= MOST_RUNS) return false;
    const outcome = await simulate({ ...wanted, minutes, strikes, mostFindings: 1 });
    const isSame = outcome.findings.some((finding) => kindOf(finding) === kind);
    if (isSame) best = outcome;
    return isSame;
  };
  // What comes after the finding has not caused it.
  await fails(failed.strikes.filter(({ at }) => at <= until));
  for (let size = Math.ceil(best.strikes.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let from = 0; from < best.strikes.length; ) {
      const without = best.strikes.filter((_, n) => n < from || n >= from + size);
      if (!(await fails(without))) from += size;
    }
  return best;
}

function timeOf(finding: string): number {
  return Number(/^([\d.]+) s/.exec(finding)?.[1] ?? Number.POSITIVE_INFINITY) * 1000;
}
