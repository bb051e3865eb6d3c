/** The lands of Flower War: each god's deck has one card for each day, which moves its player there. */
import { DAY_NAMES, type Day } from '../model/calendar.ts';
import { GODS, type God } from '../model/card.ts';
import { type Design, numbered } from './design.ts';
import { goTo } from './effectShorthand.ts';

const LETTERS: Readonly<Record<God, string>> = { war: 'W', rain: 'R' };

const land = (deck: God, day: Day): Design => ({
  id: numbered('L', day, 2) + LETTERS[deck],
  deck,
  timing: 'action',
  cost: 0,
  effects: [goTo(day)],
  day,
  isLand: true,
  copies: { mexica: 0, flowerWar: 1 },
});

export const LAND_CARDS: readonly Design[] = GODS.flatMap((god) => DAY_NAMES.map((_, index) => land(god, index + 1)));
