/** [D6] The end of a round, which may be the end of the match. */
import type { EndReason, Event, State } from '../model/state.ts';
import { clockwise, handOf, isHere } from '../model/table.ts';

const EMPTY_PILES = 2;

/** The number of saucers in all cities that ends the match. Seats that have left count too. */
export const saucerLimit = (seats: number): number => (seats > 4 ? 9 : 7);

export const saucersIn = ({ cities }: Pick<State, 'cities'>): number =>
  cities.reduce((sum, { saucers }) => sum + saucers.length, 0);

export function endFlag(state: State): EndReason | undefined {
  if (state.piles.filter(({ cards }) => cards.length === 0).length >= EMPTY_PILES) return 'piles-empty';
  return saucersIn(state) >= saucerLimit(state.cities.length) ? 'saucers-landed' : undefined;
}

export function endRound(state: State, story: Event[]): State {
  story.push({ kind: 'round-ended', round: state.round });
  const reason = endFlag(state);
  return reason === undefined ? nextTaker({ ...state, round: state.round + 1 }) : end(state, reason, story);
}

export function end(state: State, reason: EndReason, story: Event[]): State {
  story.push({ kind: 'ended', reason });
  return { ...state, phase: { kind: 'over', reason } };
}

/** Asks the next seat, clockwise from the Starting Player, to take a pile. Once all hold one, all choose. */
export function nextTaker(state: State): State {
  const seat = clockwise(state, state.starter).find((other) => isHere(state, other) && handOf(state, other).pile === 0);
  return { ...state, phase: seat === undefined ? { kind: 'choosing' } : { kind: 'taking', seat } };
}
