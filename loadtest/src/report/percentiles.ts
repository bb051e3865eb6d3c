/** Percentiles of exact figures, by the nearest rank. */

export interface Spread {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
  readonly most: number;
}

/** Undefined if there is no figure. */
export function spreadOf(figures: readonly number[]): Spread | undefined {
  if (figures.length === 0) return undefined;
  const sorted = figures.toSorted((a, b) => a - b);
  const at = (share: number) => percentile(sorted, share);
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), p999: at(0.999), most: at(1) };
}

/** The least figure that so great a share of all figures does not exceed. They are sorted, and there is one at least. */
export function percentile(sorted: readonly number[], share: number): number {
  const rank = Math.ceil(share * sorted.length - 1e-9);
  return sorted[Math.min(sorted.length, Math.max(1, rank)) - 1] ?? Number.NaN;
}

/** How much a row of figures grows in each of its steps: the slope of the line of least squares. */
export function slopeOf(figures: readonly number[]): number {
  if (figures.length < 2) return 0;
  const middle = (figures.length - 1) / 2;
  const mean = figures.reduce((sum, one) => sum + one, 0) / figures.length;
  const rise = figures.reduce((sum, one, x) => sum + (x - middle) * (one - mean), 0);
  return rise / figures.reduce((sum, _, x) => sum + (x - middle) ** 2, 0);
}
