/** The words of a temple name the cause that docs/temples.md names. */
import type { BeadReason, BeadVerdict } from '@flower-war/protocol/temple';
import { expect, test } from 'vitest';
import type { Display } from '../device/display.ts';
import { lastBead } from './words.ts';

test.each<[verdict: BeadVerdict, why: BeadReason, words: string]>([
  ['held', 'no-match', 'held: the temple counts for no match.'],
  ['refused', 'no-match', 'refused: the temple counts for no match.'],
  ['refused', 'match-over', 'refused: the match is over for this temple.'],
  ['refused', 'unpaired', 'refused: this temple has no owner.'],
  ['held', 'unclaimed', 'held: no player has claimed it.'],
])('a bead that is %s, %s', (verdict, why, words) => {
  const shown = { why: { slot: 'war', why, verdict } } as unknown as Display;
  expect(lastBead(shown)).toBe(`The last bead for war is ${words}`);
});
