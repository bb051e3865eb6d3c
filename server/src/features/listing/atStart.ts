/** What the billboard shows when the server starts. It is read a page at a time: the texts of all matches would fill the memory. */
import { hash } from 'node:crypto';
import type { Index } from '../../store/journal/journal.ts';
import type { Stores } from '../../store/operations.ts';
import { type Posted, postedFrom } from './filter.ts';

/** A match on the board. */
export interface Noted {
  readonly posted: Posted;
  /** Differs when the board shows something else. */
  readonly mark: string;
}

export const MOST_ENDED = 1000;
const MOST_LOADED = 100_000;
const PAGE = 1000;

type Records = Pick<Stores['records'], 'list' | 'unended'>;

export function notedFrom(index: Index): Noted {
  return { posted: postedFrom(index), mark: hash('sha256', `${index.status} ${index.summary}`, 'base64') };
}

/** In the order of creation. */
export async function notedAtStart(records: Records): Promise<readonly Noted[]> {
  const noted = (await records.list({ status: 'ended', limit: MOST_ENDED })).map(notedFrom);
  for (const status of ['open', 'running'] as const)
    for await (const index of unended(records, status)) noted.push(notedFrom(index));
  return noted.sort((a, b) => a.posted.createdAt - b.posted.createdAt);
}

/** The newest first. */
async function* unended(records: Records, status: 'open' | 'running'): AsyncGenerator<Index> {
  let place = {};
  for (let read = 0; read < MOST_LOADED; read += PAGE) {
    const found = await records.unended({ status, limit: PAGE, ...place });
    for (const { index } of found) yield index;
    const last = found.at(-1);
    if (last === undefined || found.length < PAGE) return;
    place = { before: { createdAt: last.index.createdAt, match: last.match } };
  }
}
