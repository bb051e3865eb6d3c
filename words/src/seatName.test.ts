import { wordsFor } from './all.ts';
import { expect, test } from 'vitest';
import { seatName } from './seatName.ts';

const [english, spanish] = [wordsFor('en'), wordsFor('es')];
const view = { tribes: [{ compass: 'east' }, { compass: 'zenith' }] };

test.each([
  ['flower-war', 0, 'East', 'Este'],
  ['mexica', 1, 'Zenith', 'Zenit'],
  ['flower-war', 6, 'Cortés', 'Cortés'],
  ['flower-war', 4, 'Seat 4', 'Asiento 4'],
  ['tieqchieq', 1, 'Yellow', 'Amarillo'],
  ['space-aztecs', 0, 'City 1', 'Ciudad 1'],
  ['a-new-game', 2, 'Seat 2', 'Asiento 2'],
])('%s, seat %i is %s, in Spanish %s', (game, seat, en, es) => {
  expect(seatName({ game, view }, seat, english)).toBe(en);
  expect(seatName({ game, view }, seat, spanish)).toBe(es);
});
