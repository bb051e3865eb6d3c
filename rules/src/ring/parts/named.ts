/** What a move is about, as data. It needs no prices, so it also serves rules that were frozen before moves had parts. */
import type { Question, Seat } from '../../contract/game.ts';
import { at } from '../../json.ts';
import { type Compass, type Day, wrap } from '../model/calendar.ts';
import type { Card, CardId, Deck } from '../model/card.ts';
import type { Aim, Move } from '../model/move.ts';
import type { Settings } from '../model/options.ts';
import type { TurnModifier } from '../model/state.ts';
import type { RingView } from '../view/view.ts';
import type { PickUse, RingParts, RingRule } from './ringParts.ts';

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

// What an edition knows of the prices of moves, from what the seat sees.

export interface Prices<V extends RingView = RingView, O = Settings> {
  /** The skulls that an offering to a god costs, and whether hand cards may stand for them. */
  offering(seen: MoveQuestion<V, O>): { readonly skulls: number; readonly orCards: boolean };
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
