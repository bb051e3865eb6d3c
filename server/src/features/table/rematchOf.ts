/** Finds the rematch of a match. Its id follows from the first match's id, so the store keeps no link. */

import { rematchId } from '../../base/ids.ts';
import type { IndexedMatch } from '../../match/record/matchIndex.ts';
import type { Journal } from '../../store/journal/journal.ts';

/** Rematches that were given up before the start are skipped, up to this number. */
const MOST_ATTEMPTS = 20;

export interface Rematch {
  readonly id: string;
  readonly isThere: boolean;
}

/** The existing rematch, or else the free id of the next one. Undefined if rematches were given up too often. */
export async function findRematch(journal: Pick<Journal, 'index'>, match: string): Promise<Rematch | undefined> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const id = rematchId(match, attempt);
    const found = await journal.index(id);
    if (found === undefined) return { id, isThere: false };
    const { result, rematchOf: of } = JSON.parse(found.index.summary) as IndexedMatch;
    if (of === match && result?.result !== 'aborted') return { id, isThere: true };
  }
  return undefined;
}

export async function rematchOf(journal: Pick<Journal, 'index'>, match: string): Promise<string | undefined> {
  const rematch = await findRematch(journal, match);
  return rematch?.isThere ? rematch.id : undefined;
}
