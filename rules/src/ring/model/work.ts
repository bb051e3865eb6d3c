/** What the rules read and cause while a move is played: the tribes at the table; tasks for later, a question for a seat, and events. */
import { SEATS, type Seat } from '../../contract/game.ts';
import { at } from '../../json.ts';
import type { Work } from './edition.ts';
import type { Event } from './event.ts';
import type { Phase, RingTable, Task, Tribe } from './state.ts';

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

/** Plans these tasks in their order, before all tasks that are already planned. */
export function plan({ state }: Work, ...tasks: readonly Task[]): void {
  for (let index = tasks.length - 1; index >= 0; index--) state.agenda.push(at(tasks, index));
}

/** Makes the match wait for the answer to this phase. */
export function ask(work: Work, phase: Phase): void {
  work.state.phase = phase;
  work.isAsking = true;
}

export function tell({ events }: Work, event: Event): void {
  events.push(event);
}
