/** What cards of Mexica are worth in the hand and in a deck. */

import { effectsWorth } from '../../ring/bot/effects.ts';
import type { Judge } from '../../ring/bot/judge.ts';
import { cardOf } from '../../ring/cards/cards.ts';
import { dayNumber } from '../../ring/cards/dayCards.ts';
import type { CardId, Deck } from '../../ring/model/card.ts';
import { signWorth } from './landing.ts';
import { DECKS, isInDeck, type Situation, signOf, sizeOf } from './situation.ts';
import { DAY_CARD, DENIAL, GOD_CARD, HELD, HELD_DAY, RIPENING, SHIELD, SIGN } from './weights.ts';

export function worth(judge: Judge, now: Situation, id: CardId): number {
  const { timing, effects, deck } = cardOf(id);
  if (timing === 'victory') return victoryWorth(now, id);
  if (timing === 'event') return effectsWorth(judge, effects, {});
  const held = deck === 'day' ? HELD_DAY[dayNumber(id)] : HELD[id];
  const steers = effects.some(({ kind }) => kind === 'move-choice');
  return ((held ?? 0) + (steers ? now.taste.steering : 0)) * ripeness(now) + shield(now);
}

function ripeness({ view, rivals }: Situation): number {
  return view.apocalypse ? Math.min(1, view.left / (rivals.length + 1) / RIPENING) : 1;
}

/** The worth of a victory card: of its sign if we lack it, and of denying it to rivals in any case. */
function victoryWorth(now: Situation, id: CardId): number {
  const sign = signOf(id);
  if (sign !== undefined && now.lacking.includes(sign)) return signWorth(now);
  return now.own.victories.includes(id) ? (SIGN[now.signs.size - 1] ?? 0) : (DENIAL[1] ?? 0);
}

/** The worth of a last token or card: a tribe without any pays with victory cards. */
export function shield({ own }: Situation): number {
  return own.victories.length > 0 && own.skulls + own.cards <= FEW ? SHIELD : 0;
}

const FEW = 2;

/** The worth of the next card of a deck, with the chance that it is a sign that we lack. */
export function drawn(now: Situation, deck: Deck): number {
  const usual = (deck === 'day' ? DAY_CARD : GOD_CARD) * Math.max(0, 1 - now.view.hand.length / now.taste.plenty);
  const sign = now.lacking.find((one) => DECKS[one] === deck);
  if (sign === undefined || !isInDeck(now.view, sign)) return usual;
  return usual + signWorth(now) / sizeOf(now.view, deck);
}
