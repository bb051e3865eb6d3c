/** For tests: the first entry of a match. */
import type { Append, Index } from './journal.ts';

const INDEX: Index = { status: 'open', visibility: 'public', game: 'x', createdAt: 1, summary: '{}' };

export const firstEntry = (match = 'A'): Append & { readonly index: Index } => ({
  match,
  expectedSeq: 0,
  owner: 'one',
  claim: 1,
  line: '{}',
  hash: 'h',
  index: INDEX,
  secrets: { secret: 's' },
});
