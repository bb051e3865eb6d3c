/** Reaction windows: the seats that may answer a coming task, and what an answer does. */

import type { Seat } from '../../contract/game.ts';
import { at } from '../../json.ts';
import { cardOf } from '../cards/cards.ts';
import type { Card, CardId, Moment } from '../model/card.ts';
import { ask, type At, isHere, plan, tribeOf, type Work } from '../model/edition.ts';
import type { RingTable, Task, Window } from '../model/state.ts';
import { canPay, handOf } from './hand.ts';
import { room } from './skulls.ts';

/** Asks the first of these seats that holds an answer. Seats without one are skipped, and no event tells of it. */
export function openWindow(work: Work, window: Window): void {
  const index = window.asked.findIndex((seat) => isHere(work.state, seat) && hasReaction(work, seat, window));
  if (index < 0) return;
  const seat = at(window.asked, index);
  ask(work, { kind: 'reacting', seat, window: { ...window, asked: window.asked.slice(index + 1) } });
}

/** The asked seat has passed, so the window goes on to the seats after it. */
export function passWindow(work: Work, window: Window): void {
  if (window.asked.length > 0) plan(work, window);
}

const hasReaction = (where: At, seat: Seat, window: Window): boolean =>
  handOf(where.state, seat).some((id) => canReact(where, seat, { window, card: cardOf(id) }));

export function canReact(
  where: At,
  seat: Seat,
  { window, card }: { readonly window: Window; readonly card: Card },
): boolean {
  return card.timing === ANSWERS[window.moment] && fits(card, window) && isAffordable(where, seat, card);
}

/** The timing of the cards that answer at each moment. */
const ANSWERS: { readonly [M in Moment]: `react-${M}` } = {
  attack: 'react-attack',
  card: 'react-card',
  payment: 'react-payment',
  tribute: 'react-tribute',
  draw: 'react-draw',
};

/** Whether a card may answer in this window: some answer only the cards of one deck. */
function fits({ effects }: Card, { card }: Window): boolean {
  const filter = effects.find((effect) => effect.kind === 'cancel')?.deck;
  return filter === undefined || card === undefined || cardOf(card).deck === filter;
}

/** Whether a card is not banned, and its player can pay the full price onto its day. */
export function isAffordable({ state, edition }: At, seat: Seat, card: Card): boolean {
  if (edition.isBanned(state, card)) return false;
  const cost = edition.costOf(state, seat, card);
  return cost === 0 || (canPay(state, seat, cost) && room(state, tribeOf(state, seat).day) >= cost);
}

/** Drops the task that the window guarded. It lies right below the card that cancels it. */
export function cancel(work: Work): void {
  const { agenda } = work.state;
  const guarded = agenda.at(-2);
  if (guarded === undefined) throw new Error('there is nothing to cancel');
  work.state.agenda = agenda.toSpliced(-2, 1);
  drop(work, guarded);
}

/** Drops a task. If it is a card that was not spent yet, the card is spent now. */
export function drop(work: Work, task: Task): void {
  if (task.kind === 'card' && task.isHeld) work.edition.lay(work, task.self, task.card);
}

/** The card that the open window is about, if there is one. */
export const aboutCard = ({ phase }: RingTable): CardId => (phase.kind === 'reacting' ? (phase.window.card ?? '') : '');
