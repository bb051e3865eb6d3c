/** [D4] Once the last has chosen: the piles go back, and all times are published at once. */
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

/** Clockwise from the Starting Player. */
const inTurn = (state: State, plays: readonly Play[]): readonly Play[] =>
  clockwise(state, state.starter).flatMap((seat) => plays.filter((play) => play.seat === seat));

/** [SA-04] Times differ; in a deck in which they do not, the first clockwise of the Starting Player so far. */
function earliest(state: State, plays: readonly Play[]): Seat {
  const [first, ...others] = inTurn(state, plays);
  if (first === undefined) throw new Error('nobody has chosen');
  return others.reduce((best, play) => (timeOf(play) < timeOf(best) ? play : best), first).seat;
}

/** [SA-03] Clockwise from the earliest, or by the clock. */
function inOrder(state: State, plays: readonly Play[]): readonly Play[] {
  if (state.options.revealOrder === 'clockwise') return inTurn(state, plays);
  return inTurn(state, plays).toSorted((a, b) => Number(timeOf(a) > timeOf(b)) - Number(timeOf(a) < timeOf(b)));
}

/** The seat remembers what it leaves in the pile, if the table lets it keep a log. */
function returnPile(state: State, { seat, pile, card }: Play): State {
  const cards = without(pileOf(state, pile).cards, card);
  const { memory } = handOf(state, seat);
  const remembered = memory.length === 0 ? memory : memory.with(pile - 1, cards);
  return withHand(withPile(state, pile, { cards }), seat, { pile: 0, chosen: '', memory: remembered });
}
