/** Replaces forbidden words in a sentence by stars. */
import type { NameFilter } from '../people/nameFilter.ts';

const MASK = '***';
/** A word between spaces. A row of single letters with spaces between them counts as one word. */
const WORD = /(?<!\S)\S(?:\s+\S(?!\S))+(?!\S)|\S+/gu;

export function masked(text: string, filter: Pick<NameFilter, 'refuses'>): string {
  return text.replace(WORD, (word) => (isLegible(word) && filter.refuses(word) ? MASK : word));
}

/** A name filter also refuses words without visible letters; in a sentence they do no harm. */
function isLegible(word: string): boolean {
  return /[\p{L}\p{N}]/u.test(word);
}
