import { describe, expect, it } from 'vitest';
import { CLEAR, change, look, USUAL } from '../../shared/debounce.ts';

/** Counts the beads in a train of edges. It begins light, and each number is a change between light and dark. */
function beads(...times: readonly number[]): number {
  let beam = CLEAR;
  let count = 0;
  for (const [i, at] of times.entries()) {
    const judged = change(beam, { isDark: i % 2 === 0, at }, USUAL);
    beam = judged.beam;
    count += Number(judged.bead);
  }
  return count + Number(look(beam, (times.at(-1) ?? 0) + 1000, USUAL).bead);
}

describe('the debounce of a beam', () => {
  it.each<readonly [string, number, readonly number[]]>([
    ['counts a bead that darkens it for 3 ms', 1, [50, 53]],
    ['does not count what is shorter', 0, [50, 52.9]],
    ['counts once what bounces as it comes and goes', 1, [50, 50.2, 50.3, 56, 56.1, 56.4, 56.5, 56.6]],
    ['counts once a bead with a hole', 1, [50, 56, 59, 64]],
    ['is armed again after 40 ms of light, not of time', 1, [50, 55, 94.9, 100]],
    ['counts two beads that are 40 ms of light apart', 2, [50, 55, 95, 100]],
    ['counts once a bead that stays', 1, [50]],
    ['counts nothing when nothing falls', 0, []],
  ])('%s', (_what, count, times) => expect(beads(...times)).toBe(count));

  it('takes an edge that it has had already for none', () => {
    const dark = change(CLEAR, { isDark: true, at: 10 }, USUAL).beam;
    const again = change(dark, { isDark: true, at: 14 }, USUAL);
    expect(again).toEqual({ beam: { isArmed: false, isDark: true, since: 10 }, bead: true });
  });
});
