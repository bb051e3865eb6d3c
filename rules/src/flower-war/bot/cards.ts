/** What cards of Flower War are worth in the hand, in a deck, and on a day. */

import { cardOf, deckOf } from '../../ring/cards/cards.ts';
import type { Card, CardId, God } from '../../ring/model/card.ts';
import { liveOn } from './landing.ts';
import { isDry, type Situation } from './situation.ts';
import { HELD, LAND, PER_RIVAL, RIPENING, TRAP_STAYS, TRAPS } from './weights.ts';

/** What the card costs now. The view shows modifiers as words. */
export function costOf({ own }: Situation, { cost }: Card): number {
  const changes = own.modifiers.filter((word) => word.startsWith('play-cost ')).map((word) => Number(word.slice(10)));
  return Math.max(
    0,
    changes.reduce((sum, change) => sum + change, cost),
  );
}

export function worth(now: Situation, id: CardId): number {
  const card = cardOf(id);
  const isFlooded = isDry(now);
  if (card.isLand) return isFlooded ? LAND / 10 : LAND;
  if (isUseless(now, card) || (isFlooded && id === 'R02')) return 0;
  const held = (HELD[id] ?? 0) + (PER_RIVAL[id] ?? 0) * now.rivals.length;
  return card.timing === 'action' ? held : held * Math.min(1, now.left / RIPENING);
}

function isUseless({ omens, options }: Situation, { deck, timing }: Card): boolean {
  return (
    omens.bans.some((god) => god === deck) ||
    (timing === 'battle' && (omens.battles !== 'dice' || options.battleCards === 'off'))
  );
}

/** The average worth of a card from this god's deck, because no player knows the next one. */
export function average(now: Situation, god: God): number {
  const all = deckOf('flowerWar', god);
  return all.reduce((sum, id) => sum + worth(now, id), 0) / all.length;
}

/** A trap or a lingering card on any day: how many rivals will come there, and what that costs them. */
export function laying({ rivals, left, view }: Situation, id: CardId): number {
  const { loses, gets } = TRAPS[id] ?? { loses: 0, gets: 0 };
  const visits = (rivals.length * left * TRAP_STAYS) / view.days.length;
  return visits * (gets + loses / rivals.length);
}

/** The worth of covering the live card here: our own trap is lost, a rival's trap stops working. */
export function covering(now: Situation): number {
  const live = liveOn(now.view, now.own.day);
  if (live === undefined) return 0;
  return live.owner === now.me ? -laying(now, live.card) : (TRAPS[live.card]?.loses ?? 0) * COMES_AGAIN;
}

/** How likely our tribe returns to the same day while it matters. */
const COMES_AGAIN = 0.2;
