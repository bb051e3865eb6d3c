/** What winning a battle of Flower War is worth. */

import type { Rival } from '../../ring/bot/sight.ts';
import { cardOf } from '../../ring/cards/cards.ts';
import type { Side } from '../../ring/model/state.ts';
import { costOf } from './cards.ts';
import type { Situation } from './situation.ts';
import { BROKE, LEADER, OWN_PIPS, STRANGE_PIPS } from './weights.ts';

/** What it is worth that this rival has one skull less. It is worth most if this rival leads. */
export function envy({ rivals, strongest }: Situation, rival: Rival): number {
  if (rivals.length === 1) return 1;
  return (rival.seat === strongest?.seat ? LEADER.first : LEADER.other) / rivals.length;
}

/** The pips that our hand promises, less those that the rival's hand promises. */
export function ahead(now: Situation, rival: Rival, side: Side): number {
  if (now.omens.battles === 'coin') return 0;
  return pips(now, side) - STRANGE_PIPS * Math.min(rival.tribe.cards, MOST_CARDS);
}

const MOST_CARDS = 4;

function pips(now: Situation, side: Side): number {
  const usable = now.view.hand.map(cardOf).filter((card) => costOf(now, card) <= now.own.skulls);
  const rolls = usable.flatMap(({ effects }) => effects.filter((effect) => effect.kind === 'roll'));
  const mine = rolls.filter((roll) => roll.side === 'any' || roll.side === side);
  return OWN_PIPS * mine.reduce((sum, { n }) => sum + (n === 'quarter-of-day-count' ? 1 : Math.max(0, n)), 0);
}

/** A loser without skulls pays nothing; the winner may then draw a card. */
export function winning(now: Situation, rival: Rival | undefined, stake: number): number {
  if (rival === undefined) return (now.view.days[now.own.day - 1] ?? 0) > 0 ? 1 : 0;
  const paid = Math.min(stake, rival.tribe.skulls);
  return paid > 0 || stake === 0 ? paid * (1 + envy(now, rival)) : BROKE;
}

export function losing(now: Situation, rival: Rival | undefined, stake: number): number {
  if (rival === undefined) return Math.min(1, now.own.skulls);
  const paid = Math.min(stake, now.own.skulls);
  return paid > 0 || stake === 0 ? paid * (1 + envy(now, rival)) : BROKE * envy(now, rival);
}
