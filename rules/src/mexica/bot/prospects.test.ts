import { expect, test } from 'vitest';
import { fastChance } from '../../contract/chance.ts';
import type { Seat } from '../../contract/game.ts';
import { at } from '../../json.ts';
import { mexica } from '../index.ts';
import { presetOptions, table } from '../matches.fixture.ts';
import type { MexicaTable } from '../table.ts';
import { standingsOf, worthsOf } from './prospects.ts';

const EAGLE = 'WEA';
const SERPENT = 'RSE';
const [EAGLE_DAY, SERPENT_DAY, FLOWER_DAY] = [15, 5, 20];

const fresh = table(mexica.setup(presetOptions('mexica'), 2, fastChance(1)));

interface Given {
  readonly victories?: readonly string[];
  readonly skulls?: number;
  readonly hand?: readonly string[];
}

function withTribe(before: MexicaTable, seat: Seat, given: Given): MexicaTable {
  const decks = { ...before.decks };
  for (const deck of ['war', 'rain'] as const)
    decks[deck] = decks[deck].filter((card) => !(given.victories ?? []).includes(card));
  return { ...before, decks, tribes: before.tribes.with(seat, { ...at(before.tribes, seat), ...given }) };
}

const withWeek = (before: MexicaTable, day: number, seat: Seat): MexicaTable => ({
  ...before,
  weeks: before.weeks.with(day - 1, seat),
});

const leadOfEast = (state: MexicaTable): number => {
  const [east = 0, west = 0] = worthsOf(state);
  return east - west;
};

test('signs count once, whether by a card or by a day', () => {
  const own = withTribe(fresh, 0, { victories: [EAGLE] });
  const [east, west] = standingsOf(withWeek(withWeek(own, EAGLE_DAY, 0), SERPENT_DAY, 0));
  expect(east).toMatchObject({ signs: 2, doubled: 1, lacking: ['flower'], weeks: 2 });
  expect(west).toMatchObject({ signs: 0, doubled: 0, weeks: 0 });
});

test('ways to a sign: the tokens on its day, its card in the deck, and a rival that holds it', () => {
  const own = withTribe(fresh, 0, { victories: [EAGLE], skulls: 3 });
  const near = { ...own, days: own.days.with(FLOWER_DAY - 1, 2) };
  const [east, west] = standingsOf(near).map(({ ways }) => ways);
  expect(west?.day).toBeCloseTo(1 / 2 + 2 / 13);
  expect(west?.deck).toBeCloseTo(1 / fresh.decks.rain.length + 1 / fresh.decks.day.length);
  expect(west?.prey).toBeCloseTo(1 / 4);
  expect(east?.prey).toBe(0);
});

test('the day on which a tribe stands is a whole round away', () => {
  const near = { ...fresh, days: fresh.days.with(SERPENT_DAY - 1, 1) };
  const soon = (day: number) => {
    const moved = { ...near, tribes: near.tribes.with(0, { ...at(near.tribes, 0), day }) };
    return standingsOf(moved)[0]?.ways.soon;
  };
  expect([SERPENT_DAY, SERPENT_DAY - 1].map(soon)).toEqual([0, 1]);
});

test('signs are worth more than tokens, two signs more than one, and a sign without protection less', () => {
  const one = withTribe(fresh, 0, { victories: [EAGLE], skulls: 5 });
  const two = withTribe(fresh, 0, { victories: [EAGLE, SERPENT], skulls: 5 });
  expect(leadOfEast(one)).toBeGreaterThan(leadOfEast(withTribe(fresh, 0, { skulls: 20 })));
  expect(leadOfEast(two)).toBeGreaterThan(leadOfEast(one));
  expect(leadOfEast(withTribe(fresh, 0, { victories: [EAGLE], skulls: 1 }))).toBeLessThan(leadOfEast(one));
});
