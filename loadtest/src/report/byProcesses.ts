/** What a move costs with one number of processes and with another. */
import type { Figures } from './figures.ts';

export interface Costs {
  readonly processes: number;
  readonly figures: { readonly server: Pick<Figures['server'], 'cpuMsPerMove' | 'partsMsPerMove'> };
}

/** More than so much more for each move than in the first run is too much. */
const MOST_MORE = 0.15;

/** By how much a move costs more in each run than in the first one; undefined if one of the two has none. */
function growthsOf(runs: readonly Costs[]): readonly (number | undefined)[] {
  const costs = runs.map(({ figures }) => figures.server.cpuMsPerMove);
  const [first] = costs;
  return costs.map((cost) => (cost === undefined || first === undefined ? undefined : cost / first - 1));
}

export const areCheap = (runs: readonly Costs[]): boolean =>
  growthsOf(runs).every((growth) => growth !== undefined && growth <= MOST_MORE);

/** A line for each run. */
export function costLines(runs: readonly Costs[]): readonly string[] {
  const growths = growthsOf(runs);
  return runs.map(({ processes, figures: { server } }, nth) => {
    const parts = Object.entries(server.partsMsPerMove ?? {}).map(([part, cost]) => `${part} ${cost.toFixed(2)}`);
    const growth = growths[nth];
    const more = nth === 0 || growth === undefined ? '' : `, ${growth < 0 ? '' : '+'}${(growth * 100).toFixed(0)} %`;
    return `${processes} process${processes === 1 ? '' : 'es'}: ${server.cpuMsPerMove?.toFixed(2) ?? '?'} ms a move${more} (${parts.join(', ')})`;
  });
}
