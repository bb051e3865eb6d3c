/** Replaces forbidden words in a sentence by stars. */
import type { NameFilter } from '../people/nameFilter.ts';

const MASK = '***';
/** A word between spaces. A row of single letters with spaces between them counts as one word. */
const WORD = /(?<!\S)\S(?:\s+\S(?!\S))+(?!\S)|\S+/gu;

export function masked(text: string, filter: Pick<NameFilter, 'forbids'>): string {
  return text.replace(WORD, (word) => (filter.forbids(word) ? MASK : word));
}
