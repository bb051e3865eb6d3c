import type { Seat } from '../../contract/game.ts';
import type { CardId, Colour, Time } from '../cards/cards.ts';
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
