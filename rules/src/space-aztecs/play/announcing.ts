/** [D4] Once the last seat has chosen, the piles go back and all times are published at once. */
import type { Seat } from '../../contract/seat.ts';
import { cardOf } from '../cards/cards.ts';
import type { Event, Play, State } from '../model/state.ts';
import { clockwise, handOf, pileOf, present, withHand, without, withPile } from '../model/table.ts';
import { toMove } from './moves.ts';
import { revealNext } from './revealing.ts';

export function closeChoices(state: State, story: Event[]): State {
  return toMove(state).length === 0 ? announce(state, story) : state;
}

function announce(state: State, story: Event[]): State {
  const plays = present(state).map((seat) => playOf(state, seat));
  story.push({ kind: 'announced', times: plays.map(({ seat, card }) => ({ seat, time: timeOf({ card }) })) });
  const starter = earliest(state, plays);
  if (starter !== state.starter) story.push({ kind: 'started', seat: starter });
  const returned = { ...plays.reduce(returnPile, state), starter };
  return revealNext({ ...returned, announced: inOrder(returned, plays) }, story);
}

function playOf(state: State, seat: Seat): Play {
  const { pile, chosen } = handOf(state, seat);
  return { seat, card: chosen, pile };
}

const timeOf = ({ card }: Pick<Play, 'card'>): string => cardOf(card).time;

/** The cards clockwise from the Starting Player. */
const inTurn = (state: State, plays: readonly Play[]): readonly Play[] =>
  clockwise(state, state.starter).flatMap((seat) => plays.filter((play) => play.seat === seat));

/** [SA-04] The seat with the earliest time. If times are equal, the first one clockwise from the Starting Player. */
function earliest(state: State, plays: readonly Play[]): Seat {
  const [first, ...others] = inTurn(state, plays);
  if (first === undefined) throw new Error('no seat has chosen');
  return others.reduce((best, play) => (timeOf(play) < timeOf(best) ? play : best), first).seat;
}

/** [SA-03] The order of revealing: clockwise from the earliest card, or by time. */
function inOrder(state: State, plays: readonly Play[]): readonly Play[] {
  if (state.options.revealOrder === 'clockwise') return inTurn(state, plays);
  return inTurn(state, plays).toSorted((a, b) => Number(timeOf(a) > timeOf(b)) - Number(timeOf(a) < timeOf(b)));
}

/** Puts a pile back. The seat remembers the cards that it leaves there, if the options give it a log. */
function returnPile(state: State, { seat, pile, card }: Play): State {
  const cards = without(pileOf(state, pile).cards, card);
  const { memory } = handOf(state, seat);
  const remembered = memory.length === 0 ? memory : memory.with(pile - 1, cards);
  return withHand(withPile(state, pile, { cards }), seat, { pile: 0, chosen: '', memory: remembered });
}
