/** What a card of the ring says, as data: sentences are made from it. */
import type { Day } from '../model/calendar.ts';
import type { Card, CardId, Effect, Sign } from '../model/card.ts';
import { cardOf } from './cards.ts';
import { dayNumber } from './dayCards.ts';
import { VICTORY_SIGNS } from './weekCards.ts';

export type CardFace = {
  readonly kind: 'card';
  readonly effects: readonly Effect[];
  /** The sign of a week card, day card or land. */
  readonly day?: Day;
  /** 1 to 13: the number in the name of a day card. */
  readonly number?: number;
  readonly isLand?: boolean;
  /** The sign of victory as which a week card counts. */
  readonly sign?: Sign;
};

export function faceOf(id: CardId): CardFace {
  const { effects, day, isLand, deck }: Card = cardOf(id);
  const sign = deck === 'week' && day !== undefined ? VICTORY_SIGNS.get(day) : undefined;
  return {
    kind: 'card',
    effects,
    ...(day !== undefined && { day }),
    ...(deck === 'day' && { number: dayNumber(id) }),
    ...(isLand === true && { isLand }),
    ...(sign !== undefined && { sign }),
  };
}
