/**
 * A histogram of what every move has. The library takes microseconds for a value that comes alone, and a part of that for one of many:
 * so values gather until they are asked for, or until they are many.
 */
import { Histogram, type HistogramConfiguration } from 'prom-client';

export const MOST_GATHERED = 256;

type Described = Pick<HistogramConfiguration<never>, 'name' | 'help' | 'registers' | 'buckets'>;

export function gatheringHistogram(described: Described): (value: number) => void {
  const gathered: number[] = [];
  const tell = () => {
    for (const value of gathered) histogram.observe(value);
    gathered.length = 0;
  };
  const histogram = new Histogram({ ...described, collect: tell });
  return (value) => {
    if (gathered.push(value) >= MOST_GATHERED) tell();
  };
}
