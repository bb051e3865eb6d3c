/** Statistics of samples, and tables of them. */
import { at } from '../src/json/at.ts';

export interface Spread {
  readonly mean: number;
  readonly median: number;
  readonly p95: number;
}

export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  return {
    mean: sum(sorted) / sorted.length,
    median: median(sorted),
    p95: at(sorted, Math.ceil(sorted.length * 0.95) - 1),
  };
}

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? at(sorted, middle) : (at(sorted, middle - 1) + at(sorted, middle)) / 2;
}

/** Wilson's 95 % interval of a share. It also works for shares near 0 or 1. */
export function wilson(hits: number, of: number): readonly [low: number, high: number] {
  const z = 1.959964;
  const share = hits / of;
  const middle = share + (z * z) / (2 * of);
  const reach = z * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of));
  const scale = 1 + (z * z) / of;
  return [Math.max(0, (middle - reach) / scale), Math.min(1, (middle + reach) / scale)];
}

export const markdownRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** The head of a table in Markdown. The first column and the named ones hold words, the others figures. */
export function markdownHead(names: readonly string[], ofWords: readonly string[] = []): string {
  const aligned = names.map((name, column) => (column === 0 || ofWords.includes(name) ? '---' : '---:'));
  return `${markdownRow(names)}\n${markdownRow(aligned)}`;
}
