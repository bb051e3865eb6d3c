/** What a view says of a position that random play seldom reaches. */
import { expect, test } from 'vitest';
import { fastChance } from '../contract/chance.ts';
import { at } from '../json.ts';
import { flowerWar } from './index.ts';
import type { FlowerTable } from './table.ts';
import { optionsOf } from '../tools/matches.ts';

const state = flowerWar.setup(optionsOf(flowerWar), 3, fastChance(1));
const start = state as typeof state & Pick<FlowerTable, 'piles'>;

test('a trap that another card covers is shown as one that does nothing', () => {
  const trap = { card: 'W02', owner: 1, live: true } as const;
  const piles = start.piles.with(4, [trap, trap]);
  const covered = { ...start, piles } as typeof state;
  expect(flowerWar.view(covered, 'spectator').piles[4]?.cards).toEqual([{ ...trap, live: false }, trap]);
});

test.each([
  [3, 4, 7],
  [19, 6, 5],
])('while steps may be added, the view shows the day to which the roll leads: from %i, %i further', (day, roll, to) => {
  const tribes = start.tribes.with(0, { ...at(start.tribes, 0), day });
  const phase = { kind: 'adding-steps', seat: 0, roll, most: 2 } as const;
  expect(flowerWar.view({ ...start, tribes, phase }, 'spectator').day).toBe(to);
});

test.each([
  ['tails', 'heads'],
  ['heads', 'tails'],
  ['none', 'none'],
] as const)('against Cortés the face is shown that fell, not the side that it is: %s', (coin, shown) => {
  const fighter = { keeps: 'high', bonus: 0, hasPassed: false, dice: [] } as const;
  const battle = { attacker: { ...fighter, seat: 'cortes' }, defender: { ...fighter, seat: 0 }, stake: 0, coin };
  expect(flowerWar.view({ ...start, battles: [battle] } as typeof state, 0).battle.coin).toBe(shown);
});

test('the lights of a temple show a countdown that stands still only while no god is favoured', () => {
  const counting = { apocalypse: true, counter: 0, track: 3, ending: 'flood', warTally: 4, rainTally: 4 } as const;
  const forestalled = (favoured: '' | 'war' | 'rain') => {
    const view = { ...flowerWar.view(state, 'spectator'), ...counting, favoured };
    return flowerWar.temple.lights(view).apocalypse?.forestalled;
  };
  expect(['', 'war', 'rain'].map((god) => forestalled(god as ''))).toEqual([true, false, false]);
});
