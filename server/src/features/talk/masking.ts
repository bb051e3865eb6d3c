/** Hides the words in a sentence that nobody is to read. */
import type { NameFilter } from '../people/names.ts';

const MASK = '***';
/** What stands between spaces; letters that stand alone, one after the other, are one word. */
const WORD = /(?<!\S)\S(?:\s+\S(?!\S))+(?!\S)|\S+/gu;

export function masked(text: string, filter: Pick<NameFilter, 'refuses'>): string {
  return text.replace(WORD, (word) => (isLegible(word) && filter.refuses(word) ? MASK : word));
}

/** A filter of names refuses what nobody can see; in a sentence it does no harm. */
function isLegible(word: string): boolean {
  return /[\p{L}\p{N}]/u.test(word);
}
