/** What the rules ask about the table, and small changes to it. */
import { SEATS, type Seat } from '../../contract/game.ts';
import { at } from '../../json.ts';
import { type AztecCard, byTime, type CardId, type Colour, cardOf, colourOf } from '../cards/cards.ts';
import type { Settings } from './options.ts';
import type { City, Hand, Pile, State, Temple } from './state.ts';

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

// What the rules ask about one city, and how cards change it.

/** The parts of a city that this file needs, so that its functions also work on the view of a city. */
export type Quarters = Pick<City, 'visible' | 'temples' | 'codices' | 'saucers'>;

/** All cards of a city, including those that its saucers hold. */
export const cardsOf = ({ visible, temples, codices, saucers }: Quarters): readonly CardId[] => [
  ...[...visible, ...codices],
  ...temples.flatMap(({ card, aztecs }) => [card, ...aztecs]),
  ...saucers.flatMap(({ card, captured }) => [card, ...captured]),
];

export const shelteredIn = ({ temples }: Quarters): readonly CardId[] => temples.flatMap(({ aztecs }) => aztecs);

/** The Aztecs of a city. Captured Aztecs are no longer in any city. */
export const aztecsIn = (city: Quarters): readonly AztecCard[] => [...city.visible, ...shelteredIn(city)].map(aztecOf);

export function aztecOf(id: CardId): AztecCard {
  const card = cardOf(id);
  if (card.kind !== 'aztec') throw new Error(`${id} is no Aztec`);
  return card;
}

export const visibleOf = ({ visible }: Quarters, colour: Colour): readonly CardId[] =>
  visible.filter((id) => colourOf(id) === colour);

export const templesFor = ({ temples }: Quarters, colour: Colour): readonly Temple[] =>
  temples.filter(({ card }) => colourOf(card) === colour);

/** [D5, SA-14, SA-15] Only a visible Agent works; with `agentSelf` an arriving Agent works for itself too. */
export function mayShelter(city: Quarters, card: AztecCard, { agentSelf }: Pick<Settings, 'agentSelf'>): boolean {
  const isAgent = ({ type }: AztecCard) => type === 'agent';
  const hasAgent = city.visible.some((id) => isAgent(aztecOf(id))) || (agentSelf && isAgent(card));
  return hasAgent && templesFor(city, card.colour).length > 0;
}

export const withVisible = <C extends Quarters>(city: C, card: CardId): C => ({
  ...city,
  visible: [...city.visible, card],
});

export const withoutVisible = <C extends Quarters>(city: C, card: CardId): C => ({
  ...city,
  visible: city.visible.filter((other) => other !== card),
});

export function withSheltered<C extends Quarters>(city: C, temple: CardId, aztec: CardId): C {
  const temples = city.temples.map((one) => (one.card === temple ? { ...one, aztecs: [...one.aztecs, aztec] } : one));
  return { ...city, temples };
}

/** [SA-12, SA-13] All visible Aztecs of the temple's colour must go under it. If there are none, it starts empty. */
export function withTemple<C extends Quarters>(city: C, temple: CardId): C {
  const isOfIt = (id: CardId) => colourOf(id) === colourOf(temple);
  const temples = [...city.temples, { card: temple, aztecs: city.visible.filter(isOfIt) }];
  return { ...city, temples, visible: city.visible.filter((id) => !isOfIt(id)) };
}

export const withCodex = <C extends Quarters>(city: C, codex: CardId): C => ({
  ...city,
  codices: [...city.codices, codex],
});

export const withSaucer = <C extends Quarters>(city: C, card: CardId, captured: readonly CardId[]): C => ({
  ...city,
  saucers: [...city.saucers, { card, captured }],
});
