/** Moves that only Flower War has, or that work differently there. */

import type { Judge } from '../../ring/bot/judge.ts';
import type { God } from '../../ring/model/card.ts';
import type { Move } from '../../ring/model/move.ts';
import type { Situation } from './situation.ts';
import { offering } from './temple.ts';

export function editionMove(judge: Judge, now: Situation, move: Move): number {
  switch (move.kind) {
    case 'offer':
      return offering(judge, now, move.god);
    case 'give':
      return -move.n;
    case 'skull':
      return -judge.skull;
    case 'pick':
      return -judge.worth(move.card);
    case 'draw':
      return (judge.drawn('war') + judge.drawn('rain')) / 2;
    case 'claim':
      return judge.drawn(move.god as God);
    case 'take-card':
      return judge.worth(now.view.piles[move.day - 1]?.cards[move.index - 1]?.card ?? '');
    case 'discard':
      return judge.covering() - Math.max(MEAN, Math.min(...now.view.hand.map((id) => judge.worth(id))));
    case 'take':
      return judge.emptying(now.view.day);
    case 'cancel':
      return cancelling(judge, now, move.day);
    default:
      return 0;
  }
}

/** To discard a card costs at least this. */
const MEAN = 0.1;
const HANDS_LOST = 6;

/** The worth of cancelling an omen: only the one that takes hands matters. */
function cancelling({ weights: { strangeCard } }: Judge, { view, rivals }: Situation, day: number): number {
  if (day !== HANDS_LOST) return 0;
  const theirs = rivals.reduce((sum, { tribe }) => sum + tribe.cards, 0) / rivals.length;
  return strangeCard * (view.hand.length - theirs);
}
