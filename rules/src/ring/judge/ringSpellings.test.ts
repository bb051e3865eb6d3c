import { expect, test } from 'vitest';
import { fastChance } from '../../contract/chance.ts';
import { flowerWar } from '../../flower-war/index.ts';
import { mexica } from '../../mexica/index.ts';
import { drawOptions, drawSeats } from '../../tools/matches.ts';
import { DAY_NAMES } from '../model/calendar.ts';

const spelled = flowerWar.spelling.notation;

/** Spellings that the rules documents list, and the English names on the board. */
const SPELLINGS: Readonly<Record<string, string>> = {
  ollin: 'olin',
  earthquake: 'olin',
  movement: 'olin',
  quake: 'olin',
  knife: 'tecpatl',
  flint: 'tecpatl',
  nopal: 'xochitl',
  nopales: 'xochitl',
  cactus: 'xochitl',
  flower: 'xochitl',
  snake: 'coatl',
  serpent: 'coatl',
  ouiyahuitl: 'quiyahuitl',
  quihuitl: 'quiyahuitl',
  quiahuitl: 'quiyahuitl',
  rain: 'quiyahuitl',
  ozomatli: 'ozomahtli',
  monkey: 'ozomahtli',
  cuetzpallin: 'cuetzpalin',
  lizard: 'cuetzpalin',
  crocodile: 'cipactli',
  wind: 'ehecatl',
  house: 'calli',
  death: 'miquiztli',
  deer: 'mazatl',
  rabbit: 'tochtli',
  water: 'atl',
  dog: 'itzcuintli',
  grass: 'malinalli',
  reed: 'acatl',
  jaguar: 'ocelotl',
  eagle: 'cuauhtli',
  vulture: 'cozcacuauhtli',
  OLIN: 'olin',
  Ōlīn: 'olin',
  Xōchitl: 'xochitl',
};

test('[0.1.1] days in other spellings are read, and never written', () => {
  for (const [other, name] of Object.entries(SPELLINGS)) {
    expect(spelled(`go ${other}`)).toBe(`go ${name}`);
    expect(flowerWar.parse(spelled(`take ${other} 2`))).toMatchObject({ kind: 'take-card', index: 2 });
  }
  expect(new Set(Object.values(SPELLINGS))).toEqual(new Set(DAY_NAMES));
  expect(spelled('play R15 ollin')).toBe('play R15 olin');
  expect([spelled('tonanzin'), spelled('mary')]).toEqual(['tonantzin', 'tonantzin']);
});

test('a god keeps its name, and what is not a move stays what it is', () => {
  for (const text of ['offer rain', 'draw rain', 'play W13 @west rain', 'choose rain', 'olin', 'go', '', 'go toString'])
    expect(spelled(text)).toBe(text);
  const huge = `go ${'ollin '.repeat(100_000)}`;
  expect(spelled(huge)).toBe(huge);
});

test.each([flowerWar, mexica])('every legal move of random matches of $id is spelled as it is', (game) => {
  for (let seed = 1; seed <= 4; seed++) {
    const chance = fastChance(seed);
    let state = game.setup(drawOptions(game.options, chance), drawSeats(game.seats, chance), chance);
    for (let [seat] = game.toMove(state); seat !== undefined; [seat] = game.toMove(state)) {
      const legal = game.legalMoves(state, seat);
      for (const move of legal) expect(spelled(game.format(move)), `seed ${seed}`).toBe(game.format(move));
      const applied = game.apply(state, seat, chance.pick(legal), chance);
      if (!applied.ok) throw new Error(applied.reason);
      state = applied.state;
    }
  }
});
