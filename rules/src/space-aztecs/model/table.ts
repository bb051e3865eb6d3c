/** What the rules ask about the table, and small changes to it. */

import { SEATS, type Seat } from '../../contract/seat.ts';
import { at } from '../../json/at.ts';
import type { CardId } from '../cards/card.ts';
import { byTime } from '../cards/cards.ts';
import type { City, Hand, Pile, State } from './state.ts';

type Seated = Pick<State, 'cities'>;

/** All seats clockwise from this one on, including those that have left. */
export function clockwise({ cities }: Seated, from: Seat): readonly Seat[] {
  const all = SEATS.slice(0, cities.length);
  return [...all.slice(from), ...all.slice(0, from)];
}

export const isHere = ({ cities }: Seated, seat: Seat): boolean => cities[seat]?.isHere ?? false;
export const present = (table: Seated): readonly Seat[] => SEATS.filter((seat) => isHere(table, seat));
export const cityOf = ({ cities }: Seated, seat: Seat): City => at(cities, seat);
export const handOf = ({ hands }: State, seat: Seat): Hand => at(hands, seat);
/** A pile by its number, from 1 on. */
export const pileOf = ({ piles }: State, pile: number): Pile => at(piles, pile - 1);

export function withCity(state: State, seat: Seat, fields: Partial<City>): State {
  return { ...state, cities: state.cities.with(seat, { ...cityOf(state, seat), ...fields }) };
}

export function withHand(state: State, seat: Seat, fields: Partial<Hand>): State {
  return { ...state, hands: state.hands.with(seat, { ...handOf(state, seat), ...fields }) };
}

export function withPile(state: State, pile: number, fields: Partial<Pile>): State {
  return { ...state, piles: state.piles.with(pile - 1, { ...pileOf(state, pile), ...fields }) };
}

export const without = (cards: readonly CardId[], card: CardId): readonly CardId[] =>
  cards.filter((other) => other !== card);

export function putBack(state: State, pile: number, card: CardId): State {
  return withPile(state, pile, { cards: byTime([...pileOf(state, pile).cards, card]) });
}
