/** What people say to a match that is no move: the rules do not bound it, so something else must. */
import type { Entry } from '../entry/entries.ts';

/** Offers, answers and wishes of one seat, and what it says of beads. */
export const MOST_WORDS = 300;

export type Words = ReadonlyMap<number, number>;

/** Who said something with this entry that is no move. */
function speaker(entry: Entry): number | undefined {
  const isWord = entry.kind === 'asks' || entry.kind === 'agreement' || entry.kind === 'temple';
  return isWord && 'id' in entry && entry.id !== undefined ? entry.seat : undefined;
}

export function wordsAfter(was: Words, entry: Entry): Words {
  const seat = speaker(entry);
  return seat === undefined ? was : new Map(was).set(seat, (was.get(seat) ?? 0) + 1);
}

/** Whether this seat has said too much for this. An answer to others is always heard, and an offer in between bounds it. */
export function isTooOften(was: Words, entry: Entry): boolean {
  const seat = speaker(entry);
  const isAnswer = entry.kind === 'agreement' && entry.is !== 'offered';
  return seat !== undefined && !isAnswer && (was.get(seat) ?? 0) >= MOST_WORDS;
}
