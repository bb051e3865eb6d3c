import { expect, test } from 'vitest';
import { tieqchieq } from '../tieqchieq/index.ts';
import { perft, scriptedChance } from './replay.ts';
import { optionsOf } from './matches.ts';

function start(given: object) {
  return tieqchieq.setup(optionsOf(tieqchieq, undefined, { startPlayer: 'host', ...given }), 2, scriptedChance([]));
}

// 1: four coins, 16 ways. 2: no heads (1 way) and yellow tosses: 16; else (15) red introduces: 15; together 31.
// 3: no heads, then as 31 for yellow; a roll of 1, 3 or 4 (9 ways) is introduced, then yellow's 16: 144;
//    a roll of 2 (6 ways) reaches the plus, then step or stay: 12; together 187.
test.each([
  ['S7', {}, 1, 16],
  ['S7', {}, 2, 31],
  ['S7', {}, 3, 187],
  // With `mayPass` each of the 15 may also pass: 16 + 30.
  ['mayPass', { mayPass: true }, 2, 46],
  // A cap of one toss: no heads end the match, and its run stops there. 15 introduce a token and end it, but 6 of them
  // step or stay first.
  ['turnCap 1', { turnCap: 1 }, 2, 15],
  ['turnCap 1', { turnCap: 1 }, 3, 12],
])('perft of %s %j at depth %i is %i', (_, given, depth, count) => {
  expect(perft(tieqchieq, start(given), depth)).toBe(count);
});
