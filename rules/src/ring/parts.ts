/** What a move is about, as data. It needs no prices, so it also serves rules that were frozen before moves had parts. */
import type { Question, Seat } from '../contract/game.ts';
import { at } from '../json.ts';
import { type Compass, type Day, wrap } from './model/calendar.ts';
import type { Card, CardId, Deck, God } from './model/card.ts';
import type { Aim, Move, PLAIN } from './model/move.ts';
import type { Settings } from './model/options.ts';
import type { TurnModifier } from './model/state.ts';
import type { RingView } from './view/view.ts';

// The parts of a move. These are not interfaces, so that they fit where any fields are allowed.

/** The part of the rules that a move belongs to. */
type RingRule =
  | 'moving'
  | 'opponents'
  | 'ranged'
  | 'battle'
  | 'spoils'
  | 'reactions'
  | 'offerings'
  | 'drawing'
  | 'cards'
  | 'discarding'
  | 'dealing'
  | 'omens'
  | 'discs'
  | 'over';

/** What a picked card is for. */
type PickUse = 'offering' | 'discard' | 'exchange' | 'roll' | 'payment' | 'deal';

type RingCosts = {
  /** The skulls that the seat pays. */
  readonly skulls?: number;
  /** The skulls that it has left then. Absent if cards may stand for skulls. */
  readonly left?: number;
  /** The hand cards that it gives up, beside a card that it plays. */
  readonly cards?: number;
  /** Hand cards may stand for skulls, one for each. The seat is then asked skull by skull. */
  readonly orCards?: true;
};

type RingGains = {
  /** How many cards the seat may get. Other players may prevent it. */
  readonly cards: number;
  /** The deck from which they come. */
  readonly deck?: Deck;
};

/** What every move on the ring may tell. */
export type RingEffects = {
  /** What the seat gives up. */
  readonly costs?: RingCosts;
  /** What the seat gets. */
  readonly gives?: RingGains;
  /** The turn of the seat ends with it. */
  readonly endsTurn?: true;
};

type Told = RingEffects & {
  /** The part of the rules that the move belongs to. */
  readonly rule: RingRule;
};

type Target = {
  /** The seat at which the move aims. */
  readonly seat?: Seat;
  /** The god at which the move aims. */
  readonly god?: God;
  /** The day at which the move aims, 1 to 20. */
  readonly day?: Day;
  /** How many days the tribe goes; back if negative. */
  readonly number?: number;
};

export type RingParts =
  | (Told & {
      /** What the seat does. */
      readonly verb: (typeof PLAIN)[number];
      /** The day whose disc the seat takes or leaves, 1 to 20. */
      readonly day?: Day;
    })
  | (Told & {
      /** What the seat does. */
      readonly verb: 'go' | 'cancel';
      /** The day to which the tribe goes, or whose omen is cancelled, 1 to 20. */
      readonly day: Day;
    })
  | (Told & {
      /** What the seat does. */
      readonly verb: 'step';
      /** How many days the tribe goes; back if negative. */
      readonly number: number;
      /** The day to which this leads, 1 to 20. */
      readonly day: Day;
    })
  | (Told & {
      /** What the seat does. */
      readonly verb: 'extra' | 'give';
      /** How many days the tribe goes beyond its roll, or how many skulls it puts on its day. */
      readonly number: number;
    })
  | (Told & {
      /** What the seat does. */
      readonly verb: 'attack' | 'fight';
      /** The seat that is attacked. */
      readonly seat: Seat;
    })
  | (Told &
      Target & {
        /** What the seat does. */
        readonly verb: 'play';
        /** The card that is played. */
        readonly card: CardId;
      })
  | (Told & {
      /** What the seat does. */
      readonly verb: 'pick';
      /** The card that is picked. */
      readonly card: CardId;
      /** What the card is picked for. */
      readonly use: PickUse;
    })
  | (Told & {
      /** What the seat does. */
      readonly verb: 'offer';
      /** The god who gets the offering. */
      readonly god: God;
      /** How many sacrifices the move makes at once. One, if absent. */
      readonly times?: number;
    })
  | (Told & {
      /** What the seat does. */
      readonly verb: 'claim';
      /** The god whose card is drawn. */
      readonly god: God;
    })
  | (Told & {
      /** What the seat does. */
      readonly verb: 'take-card';
      /** The day from whose pile the card comes, 1 to 20. */
      readonly day: Day;
      /** The place of the card in the pile, the lowest is 1. */
      readonly number: number;
      /** The card. */
      readonly card?: CardId;
    })
  | (Told &
      Target & {
        /** What the seat does. */
        readonly verb: 'choose';
        /** The card that the chosen seat gets. */
        readonly card?: CardId;
      });

// What a move is about, from what the seat sees.

/** What the seat sees, with its options in any form. */
export type MoveQuestion<V extends RingView = RingView, O = unknown> = Question<V, Move, O>;

export function named(seen: MoveQuestion, move: Move): RingParts {
  const { view, seat } = seen;
  const rule = RULES[view.phase];
  switch (move.kind) {
    case 'go':
    case 'cancel':
      return { verb: move.kind, rule, day: move.day };
    case 'step':
      return { verb: 'step', rule, number: move.n, day: wrap(at(view.tribes, seat).day + move.n) };
    case 'extra':
    case 'give':
      return { verb: move.kind, rule, number: move.n };
    case 'attack':
    case 'fight':
      return { verb: move.kind, rule, seat: seatCalled(view, move.target) };
    case 'play':
      return { verb: 'play', rule, card: move.card, ...aimed(view, move.aim) };
    case 'pick':
      return { verb: 'pick', rule, card: move.card, use: useIn(seen) };
    case 'offer':
      return { verb: 'offer', rule, god: move.god, ...(move.n !== undefined && { times: move.n }) };
    case 'claim':
      return { verb: 'claim', rule, god: move.god };
    case 'take-card':
      return { verb: 'take-card', rule, day: move.day, number: move.index };
    case 'choose':
      return { verb: 'choose', rule, ...givenIn(view), ...aimed(view, move.aim) };
    case 'take':
    case 'decline':
      return { verb: move.kind, rule, ...(rule === 'discs' && { day: view.day }) };
    case 'roll':
    case 'pass':
    case 'tonantzin':
    case 'skull':
    case 'draw':
    case 'discard':
    case 'done':
    case 'end':
      return { verb: move.kind, rule };
  }
}

const RULES: Readonly<Record<RingView['phase'], RingRule>> = {
  moving: 'moving',
  'adding-steps': 'moving',
  'choosing-opponent': 'opponents',
  ranged: 'ranged',
  battle: 'battle',
  'paying-card': 'spoils',
  claiming: 'spoils',
  reacting: 'reactions',
  offering: 'offerings',
  sacrificing: 'offerings',
  drawing: 'drawing',
  playing: 'cards',
  choosing: 'cards',
  discarding: 'discarding',
  picking: 'discarding',
  dealing: 'dealing',
  giving: 'dealing',
  cancelling: 'omens',
  'taking-disc': 'discs',
  over: 'over',
};

const seatCalled = ({ tribes }: RingView, name: Compass): Seat =>
  tribes.findIndex(({ compass }) => compass === name) as Seat;

function aimed(view: RingView, { target, god, day, steps }: Aim) {
  return {
    ...(target !== undefined && { seat: seatCalled(view, target) }),
    ...(god !== undefined && { god }),
    ...(day !== undefined && { day }),
    ...(steps !== undefined && { number: steps }),
  };
}

/** The dealer chooses who gets the last card that it looks at. */
function givenIn({ phase, looked: [card] }: RingView) {
  return phase === 'giving' && card !== undefined ? { card } : {};
}

const USES: Partial<Record<RingView['phase'], PickUse>> = {
  sacrificing: 'offering',
  dealing: 'deal',
  'paying-card': 'payment',
};

/** A seat that may stop picking picks of its own will: in a battle for a higher roll, otherwise for other cards. */
function useIn({ view, legal }: MoveQuestion): PickUse {
  const mayStop = legal.some(({ kind }) => kind === 'done');
  if (view.phase === 'picking' && mayStop) return view.battle.on ? 'roll' : 'exchange';
  return USES[view.phase] ?? 'discard';
}

interface Price {
  readonly skulls: number;
  readonly orCards: boolean;
  readonly mayDrawNothing?: boolean;
}

// What an edition knows of the prices of moves, from what the seat sees.

export interface Prices<V extends RingView = RingView, O = Settings> {
  /** The skulls that an offering to a god costs, whether hand cards may stand for them, and whether those draw nothing. */
  offering(seen: MoveQuestion<V, O>): Price;
  /** The skulls that a prayer to Tonantzin costs. */
  prayer(seen: MoveQuestion<V, O>): number;
  /** The skulls that playing a card costs. */
  card(seen: MoveQuestion<V, O>, card: Card): number;
  /** Whether a card can be drawn from the deck, or taken instead. */
  hasCards(seen: MoveQuestion<V, O>, deck: Deck): boolean;
  /** The card at a place in the pile of a day, if the edition has piles. */
  lying(seen: MoveQuestion<V, O>, place: { readonly day: Day; readonly index: number }): CardId | undefined;
}

/** The sum of the seat's modifiers of one kind. The view shows them as words: `play-cost -1`. */
export function changeFor({ view, seat }: MoveQuestion, kind: TurnModifier['kind']): number {
  const numbers = at(view.tribes, seat).modifiers.flatMap((words) => {
    const [name, n] = words.split(' ');
    return name === kind ? [Number(n)] : [];
  });
  return numbers.reduce((sum, n) => sum + n, 0);
}
