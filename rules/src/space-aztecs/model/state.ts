import type { Seat } from '../../contract/seat.ts';
import type { CardId, Colour, Time } from '../cards/card.ts';
import type { Settings } from './options.ts';

/** [D3] Where the piles lie around the sundial, from pile 1, as states written by hand call them. */
export const PLACES: readonly string[] = [
  ...['ball-court', 'market', 'observatory', 'causeway', 'floating-gardens', 'palace', 'volcano', 'lake'],
];

export interface Pile {
  /** In the order of the day: a pile has no order of its own. */
  readonly cards: readonly CardId[];
  /** Whether any seat has ever held it. */
  readonly isSeen: boolean;
}

export interface Temple {
  readonly card: CardId;
  readonly aztecs: readonly CardId[];
}

export interface Saucer {
  readonly card: CardId;
  readonly captured: readonly CardId[];
}

/** What lies open before a seat. */
export interface City {
  readonly visible: readonly CardId[];
  readonly temples: readonly Temple[];
  readonly codices: readonly CardId[];
  readonly saucers: readonly Saucer[];
  readonly isHere: boolean;
}

/** What a seat has to itself in this round. */
export interface Hand {
  /** 1 to 8; 0 while it holds none. The pile stays where it lies, but only this seat sees into it. */
  readonly pile: number;
  /** Secret until all have chosen; it still lies in the pile. Empty while nothing is chosen. */
  readonly chosen: CardId | '';
  /** `ownLog`: what this seat left in each pile when it held it last; empty lists before, none at all without the option. */
  readonly memory: readonly (readonly CardId[])[];
}

/** A card whose time is announced, and the pile that it came from. */
export interface Play {
  readonly seat: Seat;
  readonly card: CardId;
  readonly pile: number;
}

export type Phase =
  | { readonly kind: 'taking'; readonly seat: Seat }
  | { readonly kind: 'choosing' }
  /** The card is revealed, and may go under a temple. */
  | { readonly kind: 'hiding'; readonly seat: Seat; readonly card: CardId }
  /** The seat's last saucer takes one of several Aztecs of the victim; the seats after the victim come later. */
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
  /** Announced and not yet revealed, in the order in which they will be. */
  readonly announced: readonly Play[];
  readonly phase: Phase;
}

export type Move =
  | { readonly kind: 'take'; readonly pile: number }
  | { readonly kind: 'choose'; readonly card: CardId }
  | { readonly kind: 'hide'; readonly temple: CardId }
  | { readonly kind: 'show' }
  | { readonly kind: 'capture'; readonly seat: Seat; readonly card: CardId };

export type Event =
  | { readonly kind: 'took'; readonly seat: Seat; readonly pile: number }
  /** For its own seat alone. */
  | { readonly kind: 'chose'; readonly seat: Seat; readonly card: CardId }
  /** All times at once, by seat. */
  | { readonly kind: 'announced'; readonly times: readonly { readonly seat: Seat; readonly time: Time }[] }
  | { readonly kind: 'started'; readonly seat: Seat }
  | { readonly kind: 'revealed'; readonly seat: Seat; readonly card: CardId }
  | { readonly kind: 'sheltered'; readonly seat: Seat; readonly temple: CardId; readonly aztecs: readonly CardId[] }
  | {
      readonly kind: 'captured';
      readonly seat: Seat;
      readonly saucer: CardId;
      readonly victim: Seat;
      readonly card: CardId;
    }
  | { readonly kind: 'round-ended'; readonly round: number }
  | { readonly kind: 'retired'; readonly seat: Seat }
  /** Of a seat that retired: the pile it held, or the card that it had not revealed. */
  | { readonly kind: 'returned'; readonly seat: Seat; readonly pile: number }
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
