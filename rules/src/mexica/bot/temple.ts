/** Offerings: the cards and signs that they bring, the time that is left, and the ending in flood or war. */

import type { Judge } from '../../ring/bot/judge.ts';
import type { God } from '../../ring/model/card.ts';
import { changes, isInDeck, type Situation } from './situation.ts';
import { POLITICS } from './weights.ts';

/** Late in a match, what it is worth that the gods are not level. More than any tokens that this costs. */
const IMPATIENCE = 5;

export function offering(judge: Judge, now: Situation, god: God): number {
  const price = Math.max(1, now.options.godCardCost + changes(now, 'offer-cost'));
  const politics = now.view.apocalypse ? time(now, god, price) : haste(now, price) + ending(now, god);
  return judge.drawn(god) - price * judge.skull + politics;
}

export function prayer(judge: Judge, now: Situation): number {
  const price = Math.max(1, now.options.tonantzinCost + changes(now, 'offer-cost'));
  return judge.drawn('day') - price * judge.skull;
}

/** Every token in the lake brings the end nearer. A tribe that would win before the end dislikes that. */
function haste({ view, prospect }: Situation, price: number): number {
  const full = (view.warLake + view.rainLake) / view.threshold;
  return prospect > 0 ? -POLITICS.haste * price * Math.max(0, full - POLITICS.early) : 0;
}

/** In a flood no day gives its card any more, so a tribe that needs one prefers war. */
function ending({ view, lacking }: Situation, god: God): number {
  const needsDays = lacking.some((sign) => !isInDeck(view, sign));
  return needsDays === (god === 'war') ? POLITICS.ending : 0;
}

const isLate = ({ round, roundCap }: Situation['view']): boolean => round * 2 > roundCap;

/** Time stands still while the gods are level. That is good for the tribe that is nearest to victory. Late in a match no
 * tribe keeps them level, or the match would not end. */
function time({ view, prospect, own }: Situation, god: God, price: number): number {
  const by = view.warTally - view.rainTally;
  const next = by + (god === 'war' ? price : -price);
  const worth = (prospect * POLITICS.time) / Math.max(1, view.left);
  const stands = (difference: number) => (difference === 0 ? 1 : 0);
  if (isLate(view)) return IMPATIENCE * (stands(by) - stands(next));
  const isOnTheWay = prospect > 0 && Math.abs(next) < Math.abs(by) && Math.abs(next) < own.skulls;
  if (!isOnTheWay || next === 0) return worth * (stands(next) - stands(by));
  return worth / (1 + Math.abs(next));
}
