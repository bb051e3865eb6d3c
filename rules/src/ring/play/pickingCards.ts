/** Picking hand cards one by one: to discard them, to replace them, or to burn them for a higher roll. */
import type { Seat } from '../../contract/game.ts';
import type { CardId } from '../model/card.ts';
import type { Work } from '../model/edition.ts';
import type { Phase, Task } from '../model/state.ts';
import { ask, isHere, plan } from '../model/work.ts';
import { addBonus } from './battle.ts';
import { sideOf } from './effects.ts';
import { discard, handOf, homeDeck } from './hand.ts';

export type Picking = Extract<Phase, { kind: 'picking' }>;

/** The owner picks the cards to discard. If all of them must go, it is not asked. */
export function discardSome(work: Work, { seat, n }: Extract<Task, { kind: 'discard' }>): void {
  if (!isHere(work.state, seat)) return;
  const hand = handOf(work.state, seat);
  if (hand.length > n) return ask(work, { kind: 'picking', seat, left: n, why: { kind: 'discard' } });
  for (const card of hand) discard(work, seat, card);
}

/** Whether the seat may stop picking: always, except when it must discard. */
export const mayStop = ({ why }: Picking): boolean => why.kind !== 'discard';

export function pick(work: Work, picking: Picking, card: CardId): void {
  const { seat, why } = picking;
  const left = picking.left - 1;
  discard(work, seat, card);
  const side = sideOf(work.state, seat);
  if (why.kind === 'roll' && side !== undefined) addBonus(work.state, side, why.per);
  const next = { ...picking, left, why: why.kind === 'cycle' ? { ...why, picked: [...why.picked, card] } : why };
  if (left > 0 && handOf(work.state, seat).length > 0) ask(work, next);
  else stopPicking(work, next);
}

/** Draws a card of the same deck for each replaced card, in the order in which they were picked. */
export function stopPicking(work: Work, { seat, why }: Picking): void {
  if (why.kind !== 'cycle') return;
  plan(work, ...why.picked.map((card) => ({ kind: 'draw', seat, deck: homeDeck(card) }) as const));
}

/** [handLimit] The active tribe discards down to the limit. */
export function handLimit(work: Work, seat: Seat): void {
  const { handLimit: limit } = work.state.options;
  const excess = handOf(work.state, seat).length - limit;
  if (limit > 0 && excess > 0) plan(work, { kind: 'discard', seat, n: excess });
}
