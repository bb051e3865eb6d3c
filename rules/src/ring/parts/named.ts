/** What a move is about, as data. It needs no prices, so it also serves rules that were frozen before moves had parts. */
import type { Question } from '../../contract/bot.ts';
import type { Seat } from '../../contract/seat.ts';
import { at } from '../../json/at.ts';
import { type Compass, wrap } from '../model/calendar.ts';
import type { Aim, Move } from '../model/move.ts';
import type { RingView } from '../view/view.ts';
import type { PickUse, RingParts, RingRule } from './ringParts.ts';

/** What the seat sees, with its options in any form. */
export type Seen<V extends RingView = RingView, O = unknown> = Question<V, Move, O>;

export function named(seen: Seen, move: Move): RingParts {
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
    case 'claim':
      return { verb: move.kind, rule, god: move.god };
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
function useIn({ view, legal }: Seen): PickUse {
  const mayStop = legal.some(({ kind }) => kind === 'done');
  if (view.phase === 'picking' && mayStop) return view.battle.on ? 'roll' : 'exchange';
  return USES[view.phase] ?? 'discard';
}
