/** For tests: entries of a match to append. */
import type { Append, Index } from './journal.ts';

const INDEX: Index = { status: 'open', visibility: 'public', game: 'x', createdAt: 1, summary: '{}' };

export const firstEntry = (match = 'A', more: Partial<Append> = {}): Append & { readonly index: Index } => ({
  ...nextEntry(match, 0, { line: '{}', hash: 'h', secrets: { secret: 's' }, ...more }),
  index: { ...INDEX, ...more.index },
});

export const nextEntry = (match: string, expectedSeq: number, more: Partial<Append> = {}): Append => ({
  match,
  expectedSeq,
  owner: 'one',
  claim: 1,
  line: `{"seq":${expectedSeq}}`,
  hash: `h${expectedSeq}`,
  ...more,
});
