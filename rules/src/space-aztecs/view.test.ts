import { expect, test } from 'vitest';
import { fastChance } from '../contract/chance.ts';
import { spaceAztecs } from './index.ts';
import { optionsOf } from '../tools/matches.ts';

function viewOf(seats: number, given: object, preset?: string) {
  return spaceAztecs.view(spaceAztecs.setup(optionsOf(spaceAztecs, preset, given), seats, fastChance(1)), 'spectator');
}

test('[D3] a view names the places of the piles and the sets of the game', () => {
  const { piles, sets, removed } = viewOf(2, { removedSet: 'Y' });
  expect(piles.map(({ name }) => name)).toEqual([
    'Ball Court',
    'Market',
    'Observatory',
    'Causeway',
    'Floating Gardens',
    'Palace',
    'Volcano',
    'Lake',
  ]);
  expect(removed).toBe('Y');
  expect(sets).toEqual([
    { colour: 'P', name: 'Villagers and Animals', inGame: true },
    { colour: 'Y', name: 'Warriors', inGame: false },
    { colour: 'B', name: 'Superiors', inGame: true },
    { colour: 'G', name: 'Special Agents', inGame: true },
  ]);
  expect(viewOf(5, {}).sets.every(({ inGame }) => inGame)).toBe(true);
});

test('[D3] young people play without codices: eight piles of six', () => {
  expect(viewOf(4, {}, 'space-aztecs-young').piles.map(({ size }) => size)).toEqual(Array(8).fill(6));
});

test('[SA-25] who begins sits at the table', () => {
  const amiss = (startPlayer: string, seats: number) => spaceAztecs.optionAmiss?.({ startPlayer }, seats);
  expect([amiss('random', 2), amiss('host', 2), amiss('seat-0', 2), amiss('seat-5', 6)]).toEqual(
    Array(4).fill(undefined),
  );
  expect([amiss('seat-2', 2), amiss('seat-5', 5)]).toEqual(['startPlayer', 'startPlayer']);
});
