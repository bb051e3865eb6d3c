/** The state of a match on the ring: plain JSON, including a pending decision and the tasks that follow it. */
import type { Seat } from '../../contract/game.ts';
import type { Compass, Day } from './calendar.ts';
import type { CardId, Deck, Effect, God, Modifier, Moment } from './card.ts';
import type { Settings } from './options.ts';

/** What belongs to a seat. */
export interface Tribe {
  readonly compass: Compass;
  readonly day: Day;
  readonly skulls: number;
  /** In the order in which the tribe got the cards. */
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
  /** The tribe has earned an extra turn, which follows this one. */
  readonly hasExtra: boolean;
  /** How often the tribe has moved in this turn: at most once, unless an omen allows two moves. */
  readonly moves: number;
  readonly arrivals: number;
  readonly hasCollected: boolean;
  /** The seats that the tribe has attacked from afar. */
  readonly farAttacks: readonly Seat[];
  /** Sacrifices made in the temple. */
  readonly offered: number;
  readonly hasPrayed: boolean;
  /** The tribe was about to discard a card, and kept all. It may do so once, so that a turn comes to its end. */
  readonly hasKept: boolean;
  /** Event cards resolved. */
  readonly events: number;
}

export type Side = 'attacker' | 'defender';
export const SIDES: readonly Side[] = ['attacker', 'defender'];

/** One side of a battle. Cortes has no seat. */
export interface Fighter {
  readonly seat: Seat | 'cortes';
  readonly dice: readonly number[];
  readonly keeps: 'high' | 'low';
  /** The sum of all cards and bonuses. */
  readonly bonus: number;
  readonly hasPassed: boolean;
}

export interface Battle {
  readonly attacker: Fighter;
  readonly defender: Fighter;
  readonly stake: number;
  /** The coin that replaces the dice: an omen tosses it before the cards, a card after them. */
  readonly coin: 'none' | 'heads' | 'tails' | 'to-toss';
}

/** A card whose effects are being carried out, with its aim. */
export interface Playing {
  readonly kind: 'card';
  readonly self: Seat;
  readonly card: CardId;
  readonly effects: readonly Effect[];
  /** Whether the card is spent only once its effects are done. Until then it lies on no pile. */
  readonly isHeld: boolean;
  /** Whether `self` has won a battle that this card caused. */
  readonly hasWon: boolean;
  readonly target?: Seat;
  readonly god?: God;
  readonly day?: Day;
  readonly steps?: number;
  /** The attacker, if the card answers an attack; the tribe that stepped into a trap. */
  readonly foe?: Seat;
}

/** Tasks of the agenda, the next one last. A task that a window guards lies right below the window. */
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
  /** Sacrifices that follow one another at once, each with its draw: `left` of them. */
  | { readonly kind: 'sacrifices'; readonly seat: Seat; readonly god: God; readonly left: number }
  | { readonly kind: 'draw'; readonly seat: Seat; readonly deck: Deck }
  | { readonly kind: 'take-top'; readonly seat: Seat; readonly deck: Deck }
  | { readonly kind: 'discard'; readonly seat: Seat; readonly n: number }
  | Playing
  /** A trap or a lingering card starts to work. */
  | { readonly kind: 'arm'; readonly seat: Seat; readonly card: CardId; readonly day: Day }
  | Window
  /** A task that only one edition has. */
  | { readonly kind: 'own'; readonly name: string; readonly seat: Seat; readonly day: Day };

export interface Challenge {
  readonly attacker: Seat;
  readonly defender: Seat;
  readonly roll: number;
  readonly stake: number;
}

/** Asks seats, one after another, whether they answer the coming task. */
export interface Window {
  readonly kind: 'window';
  readonly moment: Moment;
  readonly asked: readonly Seat[];
  /** The seat that causes the coming task. */
  readonly by: Seat;
  /** The card that is being played, if the coming task is a card. */
  readonly card?: CardId;
}

/** What the match waits for: the answer of one seat, from a closed list. */
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

/** Why a seat picks hand cards: to discard exactly this many, or to replace or burn (for a higher roll) up to this many. */
export type Why =
  | { readonly kind: 'discard' }
  | { readonly kind: 'cycle'; readonly picked: readonly CardId[] }
  | { readonly kind: 'roll'; readonly per: number };

/** The card that a seat gets of those being dealt. If there are too few cards, a seat may get none. */
export interface Dealt {
  readonly seat: Seat;
  readonly card?: CardId;
}

/** The part of the state that all editions have. */
export interface RingTable {
  readonly options: Settings;
  readonly round: number;
  /** By seat, in the order of turns. */
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
  /** The current battle, if there is one; never more than one. */
  readonly battles: readonly Battle[];
  readonly agenda: readonly Task[];
  readonly phase: Phase;
  /** Seats that have given up. Their tribes leave the board once the current tasks are done. */
  readonly leaving: readonly Seat[];
}
