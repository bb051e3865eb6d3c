/** Reaction windows: who may answer what is about to happen, and what an answer does. */

import type { Seat } from '../../contract/seat.ts';
import { at } from '../../json/at.ts';
import { cardOf } from '../cards/cards.ts';
import type { Card, CardId } from '../model/card.ts';
import type { Work } from '../model/edition.ts';
import type { Table, Task, Window } from '../model/state.ts';
import { isHere, tribeOf } from '../model/tribes.ts';
import { ask, plan } from './agenda.ts';
import { canPay, designs, handOf } from './hand.ts';
import { room } from './skulls.ts';

type At = Pick<Work, 'state' | 'edition'>;

/** Asks the first of these seats that holds an answer; the others are passed over without a word. */
export function openWindow(work: Work, window: Window): void {
  const index = window.asked.findIndex((seat) => isHere(work.state, seat) && reactions(work, seat, window).length > 0);
  if (index < 0) return;
  const seat = at(window.asked, index);
  ask(work, { kind: 'reacting', seat, window: { ...window, asked: window.asked.slice(index + 1) } });
}

/** Who has passed leaves the window to those after. */
export function passWindow(work: Work, window: Window): void {
  if (window.asked.length > 0) plan(work, window);
}

function reactions(where: At, seat: Seat, window: Window): readonly CardId[] {
  return designs(handOf(where.state, seat)).filter((id) => canReact(where, seat, { window, card: cardOf(id) }));
}

export function canReact(
  where: At,
  seat: Seat,
  { window, card }: { readonly window: Window; readonly card: Card },
): boolean {
  return card.timing === `react-${window.moment}` && fits(card, window) && isAffordable(where, seat, card);
}

/** Some cards answer the cards of one deck only. */
function fits({ effects }: Card, { card }: Window): boolean {
  const filter = effects.find((effect) => effect.kind === 'cancel')?.deck;
  return filter === undefined || card === undefined || cardOf(card).deck === filter;
}

/** Not banned, and its price can be paid in full onto the day where its player stands. */
export function isAffordable({ state, edition }: At, seat: Seat, card: Card): boolean {
  if (edition.isBanned(state, card)) return false;
  const cost = edition.costOf(state, seat, card);
  return cost === 0 || (canPay(state, seat, cost) && room(state, tribeOf(state, seat).day) >= cost);
}

/** Stops what the window guarded: it lies right below the card that stops it. */
export function cancel(work: Work): void {
  const { agenda } = work.state;
  const guarded = agenda.at(-2);
  if (guarded === undefined) throw new Error('there is nothing to cancel');
  work.state.agenda = agenda.toSpliced(-2, 1);
  drop(work, guarded);
}

/** What will not be done after all; a card that was held for it is spent. */
export function drop(work: Work, task: Task): void {
  if (task.kind === 'card' && task.isHeld) work.edition.lay(work, task.self, task.card);
}

/** The state with the window's question in it, as far as it is public which card it is about. */
export const aboutCard = ({ phase }: Table): CardId => (phase.kind === 'reacting' ? (phase.window.card ?? '') : '');
