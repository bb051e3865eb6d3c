/** The tribes at the table: by seat, still in play, on the same day. */
import { type Seat, SEATS } from '../../contract/game.ts';
import { at } from '../../json/at.ts';
import type { Work } from './edition.ts';
import type { RingTable, Tribe } from './state.ts';

export const tribeOf = ({ tribes }: Pick<RingTable, 'tribes'>, seat: Seat): Tribe => at(tribes, seat);

export function change({ state }: Work, seat: Seat, fields: Partial<Tribe>): void {
  state.tribes = state.tribes.with(seat, { ...tribeOf(state, seat), ...fields });
}

export const isHere = ({ tribes }: Pick<RingTable, 'tribes'>, seat: Seat): boolean => tribes[seat]?.isHere === true;

/** All seats that play, in the order of turns. */
export function present(state: Pick<RingTable, 'tribes'>): readonly Seat[] {
  return SEATS.slice(0, state.tribes.length).filter((seat) => isHere(state, seat));
}

/** All other seats that play, in the order of turns, beginning after this one. */
export function others(state: Pick<RingTable, 'tribes'>, seat: Seat): readonly Seat[] {
  const found: Seat[] = [];
  for (let step = 1; step < state.tribes.length; step++) {
    const other = ((seat + step) % state.tribes.length) as Seat;
    if (isHere(state, other)) found.push(other);
  }
  return found;
}

/** The other seats whose tribes stand on this day. */
export function othersOn(state: Pick<RingTable, 'tribes'>, seat: Seat, day: number): readonly Seat[] {
  return others(state, seat).filter((other) => tribeOf(state, other).day === day);
}
