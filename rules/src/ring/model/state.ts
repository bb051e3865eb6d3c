/** What a match on the ring is at any moment: plain JSON, a pending decision and all that follows it included. */
import type { Seat } from '../../contract/seat.ts';
import type { Compass, Day } from './calendar.ts';
import type { CardId, Deck, Effect, God, Modifier, Moment } from './card.ts';
import type { Settings } from './options.ts';

/** What a seat owns. */
export interface Tribe {
  readonly compass: Compass;
  readonly day: Day;
  readonly skulls: number;
  /** In the order in which the cards came. */
  readonly hand: readonly CardId[];
  /** Events that wait for the tribe's next turn of cards, oldest first. */
  readonly pending: readonly CardId[];
  /** Victory cards, face up. */
  readonly victories: readonly CardId[];
  /** Changes of the rules for this turn, and for the tribe's next. */
  readonly modifiers: readonly TurnModifier[];
  readonly nextModifiers: readonly TurnModifier[];
  readonly isHere: boolean;
}

export type TurnModifier = Extract<Modifier, { kind: 'range' | 'pickup' | 'step' | 'offer-cost' | 'play-cost' }>;

export interface Turn {
  readonly seat: Seat;
  readonly isExtra: boolean;
  /** Earned, and taken when this one ends. */
  readonly hasExtra: boolean;
  /** How often the tribe has moved by its own step: once, unless an omen says twice. */
  readonly moves: number;
  readonly arrivals: number;
  readonly hasCollected: boolean;
  /** Whom the tribe has attacked from afar. */
  readonly farAttacks: readonly Seat[];
  /** Sacrifices made in the temple. */
  readonly offered: number;
  readonly hasPrayed: boolean;
  /** Event cards resolved. */
  readonly events: number;
}

export type Side = 'attacker' | 'defender';
export const SIDES: readonly Side[] = ['attacker', 'defender'];

/** One of the two in a battle. Cortes has no seat. */
export interface Fighter {
  readonly seat: Seat | 'cortes';
  readonly dice: readonly number[];
  readonly keeps: 'high' | 'low';
  /** All that cards and bonuses add. */
  readonly bonus: number;
  readonly hasPassed: boolean;
}

export interface Battle {
  readonly attacker: Fighter;
  readonly defender: Fighter;
  readonly stake: number;
  /** By a coin instead of dice: tossed before the cards (an omen) or after them (a card). */
  readonly coin: 'none' | 'heads' | 'tails' | 'to-toss';
}

/** A card whose effects are being carried out, and what it was aimed at. */
export interface Playing {
  readonly kind: 'card';
  readonly self: Seat;
  readonly card: CardId;
  readonly effects: readonly Effect[];
  /** The card is spent only when it is done, and lies nowhere until then. */
  readonly isHeld: boolean;
  /** `self` has won a battle that this card caused. */
  readonly hasWon: boolean;
  readonly target?: Seat;
  readonly god?: God;
  readonly day?: Day;
  readonly steps?: number;
  /** Who attacked, for an answer to an attack; who stepped into a trap. */
  readonly foe?: Seat;
}

/** What remains to be done, the next one last. An entry guarded by a window lies right below it. */
export type Task =
  | {
      readonly kind:
        | 'begin-turn'
        | 'after-move'
        | 'ranged'
        | 'after-battles'
        | 'offer'
        | 'cards'
        | 'hand-limit'
        | 'end-turn';
    }
  | { readonly kind: 'arrive'; readonly seat: Seat; readonly day: Day }
  | {
      readonly kind: 'visit';
      readonly part: 'land' | 'collect' | 'tribute' | 'battles';
      readonly seat: Seat;
      readonly day: Day;
    }
  | { readonly kind: 'fights'; readonly seat: Seat; readonly day: Day; readonly foes: readonly Seat[] }
  | ({ readonly kind: 'fight' } & Challenge)
  | ({ readonly kind: 'dice' } & Challenge)
  | { readonly kind: 'exchange'; readonly turn: Side; readonly passes: number }
  | { readonly kind: 'settle' | 'end-battle' }
  | { readonly kind: 'stake'; readonly winner: Seat; readonly loser: Seat; readonly stake: number }
  | { readonly kind: 'tribute' | 'pay-tribute'; readonly from: Seat; readonly to: Seat }
  | { readonly kind: 'draw-choice'; readonly seat: Seat; readonly god: God }
  | { readonly kind: 'draw'; readonly seat: Seat; readonly deck: Deck }
  | { readonly kind: 'take-top'; readonly seat: Seat; readonly deck: Deck }
  | { readonly kind: 'discard'; readonly seat: Seat; readonly n: number }
  | Playing
  /** A trap or a lingering card starts to work. */
  | { readonly kind: 'arm'; readonly seat: Seat; readonly card: CardId; readonly day: Day }
  | Window
  /** Something that only one edition has. */
  | { readonly kind: 'own'; readonly name: string; readonly seat: Seat; readonly day: Day };

export interface Challenge {
  readonly attacker: Seat;
  readonly defender: Seat;
  readonly roll: number;
  readonly stake: number;
}

/** Asks seats, one after another, whether they answer what is about to happen. */
export interface Window {
  readonly kind: 'window';
  readonly moment: Moment;
  readonly asked: readonly Seat[];
  /** Who causes what is about to happen. */
  readonly by: Seat;
  /** The card that is being played, if it is one. */
  readonly card?: CardId;
}

/** What the match waits for: always one seat, with a closed list of answers. */
export type Phase =
  | { readonly kind: 'moving' | 'ranged' | 'offering' | 'playing' | 'discarding'; readonly seat: Seat }
  | { readonly kind: 'adding-steps'; readonly seat: Seat; readonly roll: number; readonly most: number }
  | { readonly kind: 'choosing-opponent'; readonly seat: Seat; readonly day: Day; readonly foes: readonly Seat[] }
  | { readonly kind: 'battle'; readonly seat: Seat; readonly exchange: Extract<Task, { kind: 'exchange' }> }
  | { readonly kind: 'reacting'; readonly seat: Seat; readonly window: Window }
  | { readonly kind: 'paying-card'; readonly seat: Seat; readonly to: Seat }
  | { readonly kind: 'claiming'; readonly seat: Seat }
  | {
      readonly kind: 'sacrificing';
      readonly seat: Seat;
      readonly god: God;
      readonly left: number;
      readonly cards: number;
    }
  | { readonly kind: 'drawing'; readonly seat: Seat; readonly god: God }
  | { readonly kind: 'choosing'; readonly seat: Seat; readonly choice: Choice }
  | { readonly kind: 'picking'; readonly seat: Seat; readonly left: number; readonly why: Why }
  | {
      readonly kind: 'dealing';
      readonly seat: Seat;
      readonly mode: 'keep-give' | 'one-each';
      readonly looked: readonly CardId[];
      readonly dealt: readonly Dealt[];
    }
  | { readonly kind: 'giving'; readonly seat: Seat; readonly kept: CardId; readonly given: CardId }
  | { readonly kind: 'cancelling'; readonly seat: Seat; readonly discs: readonly Day[] }
  | { readonly kind: 'taking-disc'; readonly seat: Seat; readonly day: Day }
  | { readonly kind: 'over'; readonly reason: string; readonly winner?: Seat };

/** A question that the card on top of the agenda asks its owner. */
export type Choice =
  | { readonly of: 'seat'; readonly seats: readonly Seat[] }
  | { readonly of: 'steps'; readonly min: number; readonly max: number }
  | { readonly of: 'god' | 'day' };

/** Why hand cards are picked: to discard so many, to be replaced, or for a higher roll; the last two up to so many. */
export type Why =
  | { readonly kind: 'discard' }
  | { readonly kind: 'cycle'; readonly picked: readonly CardId[] }
  | { readonly kind: 'roll'; readonly per: number };

/** Who gets which card of those that are dealt; nobody need get one when there are too few. */
export interface Dealt {
  readonly seat: Seat;
  readonly card?: CardId;
}

/** What all editions have on the table. */
export interface Table {
  readonly options: Settings;
  readonly round: number;
  /** By seat, which is the order of turns. */
  readonly tribes: readonly Tribe[];
  /** Skulls on each day, the first day first. */
  readonly days: readonly number[];
  readonly pool: number;
  readonly out: number;
  readonly lake: Readonly<Record<God, number>>;
  readonly tally: Readonly<Record<God, number>>;
  /** The top card last. */
  readonly decks: Readonly<Record<Deck, readonly CardId[]>>;
  readonly turn: Turn;
  /** The battle that is being fought, if one is: never more than one. */
  readonly battles: readonly Battle[];
  readonly agenda: readonly Task[];
  readonly phase: Phase;
  /** Seats that have given up and are taken off the board when what is going on is done. */
  readonly leaving: readonly Seat[];
}
