/** What a match on the ring waits for, in words. */
import type { RingView } from '@flower-war/rules';
import type { Words } from '@flower-war/words';
import { type Cards, titleOf } from '../../words/cards.ts';
import { own } from '../../words/own.ts';
import { type Line, piece } from '../line.ts';
import { nameIn } from './tribes.ts';

export function status(view: RingView, cards: Cards, words: Words): Line {
  const { ring, names } = words.screen;
  if (view.phase === 'over') return [piece(ring.over, 'bold')];
  return [nameIn(view, view.asked, names), piece(` ${waiting(view, cards, words)}`, 'bold')];
}

/** A phase of a newer server keeps its own name. */
function waiting(view: RingView, cards: Cards, { day, screen: { ring } }: Words): string {
  const card = titleOf(cards, view.card);
  if (view.phase === 'reacting') return own(ring.answers, view.moment)?.(card) ?? ring.answersAny;
  const about = { amount: view.amount, day: day(view.day), card };
  return own(ring.waiting, view.phase)?.(about) ?? view.phase;
}
