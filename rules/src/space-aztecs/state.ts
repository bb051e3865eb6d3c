import { type Seat, SEATS } from '../contract/game.ts';
import { at } from '../json.ts';
import { type AztecCard, byTime, type CardId, cardOf, type Colour, colourOf, type Time } from './cards.ts';
import type { Settings } from './options.ts';

/** [D3] The places of the piles around the sundial, from pile 1 on. States written by hand use these names. */
export const PLACES: readonly string[] = [
  'ball-court',
  'market',
  'observatory',
  'causeway',
  'floating-gardens',
  'palace',
  'volcano',
  'lake',
];

export interface Pile {
  /** Sorted by time, since the order of a pile has no meaning. */
  readonly cards: readonly CardId[];
  /** Whether any seat has ever held it. */
  readonly isSeen: boolean;
}

export interface Temple {
  /** The temple. */
  readonly card: CardId;
  /** The Aztecs under it. */
  readonly aztecs: readonly CardId[];
}

export interface Saucer {
  /** The saucer. */
  readonly card: CardId;
  /** The Aztecs that it took. */
  readonly captured: readonly CardId[];
}

/** The cards that lie open before a seat. */
export interface City {
  readonly visible: readonly CardId[];
  readonly temples: readonly Temple[];
  readonly codices: readonly CardId[];
  readonly saucers: readonly Saucer[];
  readonly isHere: boolean;
}

/** What a seat alone knows in this round. */
export interface Hand {
  /** The pile that the seat holds, 1 to 8, or 0. The pile stays in its place, but only this seat sees its cards. */
  readonly pile: number;
  /** The chosen card, or empty. It is secret until all have chosen, and stays in the pile until then. */
  readonly chosen: CardId | '';
  /**
   * `ownLog`: the cards that this seat left in each pile when it last held it. Without that option, no lists at all.
   */
  readonly memory: readonly (readonly CardId[])[];
}

/** A card whose time is announced, and its pile. */
export interface Play {
  readonly seat: Seat;
  readonly card: CardId;
  readonly pile: number;
}

export type Phase =
  | { readonly kind: 'taking'; readonly seat: Seat }
  | { readonly kind: 'choosing' }
  /** The seat's revealed card may go under a temple. */
  | { readonly kind: 'hiding'; readonly seat: Seat; readonly card: CardId }
  /** The seat chooses which Aztec of the victim its last saucer takes. The seats after the victim come later. */
  | { readonly kind: 'capturing'; readonly seat: Seat; readonly victim: Seat }
  | { readonly kind: 'over'; readonly reason: EndReason };

export type EndReason = 'piles-empty' | 'saucers-landed' | 'retired';

export interface State {
  readonly options: Settings;
  readonly removed: Colour | 'none';
  readonly round: number;
  readonly starter: Seat;
  readonly piles: readonly Pile[];
  readonly cities: readonly City[];
  readonly hands: readonly Hand[];
  /** Cards that are announced but not yet revealed, in the order of revealing. */
  readonly announced: readonly Play[];
  readonly phase: Phase;
}

export type Move =
  | { readonly kind: 'take'; readonly pile: number }
  | { readonly kind: 'choose'; readonly card: CardId }
  | { readonly kind: 'hide'; readonly temple: CardId }
  | { readonly kind: 'show' }
  | { readonly kind: 'capture'; readonly seat: Seat; readonly card: CardId };

interface AnnouncedTime {
  /** The seat. */
  readonly seat: Seat;
  /** The time of its card, as `HH:MM`. */
  readonly time: Time;
}

export type Event =
  /**
   * A seat has taken a pile.
   * - `seat`: the seat
   * - `pile`: the pile, 1 to 8
   */
  | { readonly kind: 'took'; readonly seat: Seat; readonly pile: number }
  /**
   * A seat has chosen a card. Only the seat itself sees this event.
   * - `seat`: the seat
   * - `card`: the card
   */
  | { readonly kind: 'chose'; readonly seat: Seat; readonly card: CardId }
  /**
   * All have chosen, and announce the times of their cards at once.
   * - `times`: the time of each card, by seat
   */
  | { readonly kind: 'announced'; readonly times: readonly AnnouncedTime[] }
  /**
   * There is a new Starting Player.
   * - `seat`: the seat
   */
  | { readonly kind: 'started'; readonly seat: Seat }
  /**
   * A seat has revealed its card.
   * - `seat`: the seat
   * - `card`: the card
   */
  | { readonly kind: 'revealed'; readonly seat: Seat; readonly card: CardId }
  /**
   * Aztecs have gone under a temple.
   * - `seat`: the seat
   * - `temple`: the temple
   * - `aztecs`: the Aztecs
   */
  | { readonly kind: 'sheltered'; readonly seat: Seat; readonly temple: CardId; readonly aztecs: readonly CardId[] }
  /**
   * A saucer has taken an Aztec.
   * - `seat`: the seat of the saucer
   * - `saucer`: the saucer
   * - `victim`: the seat that lost the Aztec
   * - `card`: the Aztec
   */
  | {
      readonly kind: 'captured';
      readonly seat: Seat;
      readonly saucer: CardId;
      readonly victim: Seat;
      readonly card: CardId;
    }
  /**
   * A round is over.
   * - `round`: its number
   */
  | { readonly kind: 'round-ended'; readonly round: number }
  /**
   * A seat has left the match.
   * - `seat`: the seat
   */
  | { readonly kind: 'retired'; readonly seat: Seat }
  /**
   * A retired seat gives back the pile that it held, or the card of the pile that it had not revealed.
   * - `seat`: the seat
   * - `pile`: the pile, 1 to 8
   */
  | { readonly kind: 'returned'; readonly seat: Seat; readonly pile: number }
  /**
   * The match is over.
   * - `reason`: what ended it
   */
  | { readonly kind: 'ended'; readonly reason: EndReason };

export type Reason =
  | 'match-over'
  | 'not-your-turn'
  | 'take-first'
  | 'choose-first'
  | 'hide-or-show'
  | 'capture-first'
  | 'pile-empty'
  | 'pile-held'
  | 'not-in-your-pile'
  | 'no-such-temple'
  | 'not-that-seat'
  | 'no-such-captive';

// What the rules ask about the table, and small changes to it.

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
  ...visible,
  ...codices,
  ...temples.flatMap(({ card, aztecs }) => [card, ...aztecs]),
  ...saucers.flatMap(({ card, captured }) => [card, ...captured]),
];

export const shelteredIn = ({ temples }: Quarters): readonly CardId[] => temples.flatMap(({ aztecs }) => aztecs);

/** The Aztecs of a city. Captured Aztecs are no longer in any city. */
export const aztecsIn = (city: Quarters): readonly AztecCard[] => [...city.visible, ...shelteredIn(city)].map(aztecOf);

export function aztecOf(id: CardId): AztecCard {
  const card = cardOf(id);
  if (card.kind !== 'aztec') throw new Error(`${id} is not an Aztec`);
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
