/** Which match repeats another one: its id follows from that of the other, so nothing else need be kept. */

import { rematchId } from '../../base/ids.ts';
import type { IndexedMatch } from '../../match/record/matchIndex.ts';
import type { Journal } from '../../store/journal/journal.ts';

/** Those given up before they started are passed over; hardly anybody tries oftener. */
const MOST_ATTEMPTS = 20;

export interface Rematch {
  readonly id: string;
  readonly isThere: boolean;
}

/** The rematch that stands, or else where the next one belongs; nothing if it was given up too often. */
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
