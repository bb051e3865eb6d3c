/** The day cards, made from their families: one for each of the 260 names of a day in the tonalpohualli. */
import { at } from '../../json/at.ts';
import { DAYS, type Day, wrap } from '../model/calendar.ts';
import type { Card, CardId } from '../model/card.ts';
import { DIRECTIONS, FAMILIES } from './dayFamilies.ts';
import { type Design, numbered } from './design.ts';

const NUMBERS = FAMILIES.length;
/** Numbers and signs advance together until every pair of them has come once. */
const TONALPOHUALLI = NUMBERS * DAYS;

/** The only card whose effects differ from its family's. */
const FLOWER_ID: CardId = 'D020';
const FLOWER: Pick<Card, 'timing' | 'effects'> = {
  timing: 'victory',
  effects: [{ kind: 'victory', sign: 'flower' }],
};

export const DAY_CARDS: readonly Design[] = Array.from({ length: TONALPOHUALLI }, (_, index) => dayCard(index));

/** 1..13: the number in the name of a day card. */
export function dayNumber(id: CardId): number {
  return ((Number(id.slice(1)) - 1) % NUMBERS) + 1;
}

function dayCard(index: number): Design {
  const id = numbered('D', index + 1, 3);
  const day = wrap(index + 1);
  const said = id === FLOWER_ID ? FLOWER : saying(dayNumber(id), day);
  return { id, deck: 'day', cost: 0, ...said, day, copies: { mexica: 1, flowerWar: 0 } };
}

function saying(number: number, sign: Day): Pick<Card, 'timing' | 'effects'> {
  const { timing, sayings } = at(FAMILIES, number - 1);
  const direction = at(DIRECTIONS, (sign - 1) % DIRECTIONS.length);
  const tier = Math.floor((sign - 1) / DIRECTIONS.length);
  const cell = { sign, direction, tier, amount: 1 + (tier % 3) };
  return { timing: timing[direction], effects: sayings[direction](cell) };
}
