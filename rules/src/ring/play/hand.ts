/** How cards come into a hand and leave it. */
import type { Seat } from '../../contract/seat.ts';
import { cardOf } from '../cards/cards.ts';
import type { Card, CardId, Deck } from '../model/card.ts';
import type { Work } from '../model/edition.ts';
import type { Table } from '../model/state.ts';
import { change, tribeOf } from '../model/tribes.ts';
import { tell } from './agenda.ts';

export const handOf = (state: Pick<Table, 'tribes'>, seat: Seat): readonly CardId[] => tribeOf(state, seat).hand;

/** The designs among these cards, each once, in the order of ids. */
export function designs(cards: readonly CardId[]): readonly CardId[] {
  const found: CardId[] = [];
  for (const card of cards) if (!found.includes(card)) found.push(card);
  return found.length > 1 ? found.sort() : found;
}

/** The deck to which a card goes back. */
export function homeDeck(id: CardId): Deck {
  const { deck } = cardOf(id);
  if (deck === 'week') throw new Error(`${id} is in no deck`);
  return deck;
}

/** Takes one copy of the card out of the hand. */
export function withdraw(work: Work, seat: Seat, card: CardId): void {
  const hand = handOf(work.state, seat);
  const index = hand.indexOf(card);
  if (index < 0) throw new Error(`seat ${seat} does not hold ${card}`);
  change(work, seat, { hand: hand.toSpliced(index, 1) });
}

/** Discards a hand card unused. */
export function discard(work: Work, seat: Seat, card: CardId): void {
  withdraw(work, seat, card);
  tell(work, { kind: 'card-discarded', seat, card });
  work.edition.lay(work, seat, card);
}

/** Gives a tribe a card: face up, among its waiting events, or into its hand, as the card's kind says. */
export function receive(work: Work, seat: Seat, { card, deck }: { readonly card: CardId; readonly deck: Deck }): void {
  const { timing } = cardOf(card);
  const isVictory = timing === 'victory';
  const isOpen = isVictory && work.edition.areVictoriesOpen(work.state);
  const { hand, pending, victories } = tribeOf(work.state, seat);
  tell(work, { kind: 'card-drawn', seat, deck, card, isOpen });
  if (isVictory) change(work, seat, { victories: [...victories, card] });
  else if (timing === 'event') change(work, seat, { pending: [...pending, card] });
  else change(work, seat, { hand: [...hand, card] });
  work.edition.gained(work, seat);
}

/** Gives a hand card to another tribe. Only these two learn which card it is. */
export function handOver(work: Work, card: CardId, { from, to }: { readonly from: Seat; readonly to: Seat }): void {
  withdraw(work, from, card);
  change(work, to, { hand: [...handOf(work.state, to), card] });
  tell(work, { kind: 'card-given', from, to, card });
  work.edition.gained(work, to);
}

export const canPay = (state: Table, seat: Seat, cost: number): boolean => tribeOf(state, seat).skulls >= cost;

export const isLasting = ({ timing }: Card): boolean => timing === 'trap' || timing === 'linger';
