/** The week cards: there is one of each, and no deck holds them. */
import type { Day } from '../model/calendar.ts';
import type { Card, Modifier, Sign } from '../model/card.ts';
import { change, numbered, roll } from './shorthand.ts';

/** The signs of victory that days carry; the week card of such a day counts as its sign. */
export const VICTORY_SIGNS: ReadonlyMap<Day, Sign> = new Map([
  [5, 'serpent'],
  [15, 'eagle'],
  [20, 'flower'],
]);

const ATTACK = roll('attacker', 1, 'held');
const DEFENCE = roll('defender', 1, 'held');
const OFFERING = change('offer-cost', -1, 'held');
const PICKUP = change('pickup', 1, 'held');
const RANGE = change('range', 1, 'held');
const STEP = change('step', 1, 'held');

const week = (day: Day, bonus: Modifier): Card => ({
  id: numbered('K', day, 2),
  deck: 'week',
  timing: 'passive',
  cost: 0,
  effects: [bonus],
  day,
});

export const WEEK_CARDS: readonly Card[] = [
  week(1, ATTACK),
  week(2, STEP),
  week(3, DEFENCE),
  week(4, PICKUP),
  week(5, RANGE),
  week(6, OFFERING),
  week(7, STEP),
  week(8, PICKUP),
  week(9, OFFERING),
  week(10, DEFENCE),
  week(11, STEP),
  week(12, DEFENCE),
  week(13, RANGE),
  week(14, ATTACK),
  week(15, RANGE),
  week(16, PICKUP),
  week(17, STEP),
  week(18, ATTACK),
  week(19, PICKUP),
  week(20, OFFERING),
];
