/** One move in the making: its own copy of the state, written to freely and never seen from outside until it is done. */
import type { Chance } from '../../contract/chance.ts';
import { SEATS, type Seat } from '../../contract/seat.ts';
import { at } from '../../json/at.ts';
import type { Event } from '../model/event.ts';
import type { Phase, Table, Task, Tribe } from '../model/state.ts';
import type { Edition } from './edition.ts';

/** Fields are replaced; what they held is never written to. */
export type Draft<T> = { -readonly [K in keyof T]: T[K] };

export interface Work<T extends Table = Table> {
  readonly state: Draft<T>;
  readonly edition: Edition;
  readonly chance: Chance;
  readonly events: Event[];
  /** Somebody has to answer before anything else is done. */
  isAsking: boolean;
}

export const tribeOf = ({ tribes }: Pick<Table, 'tribes'>, seat: Seat): Tribe => at(tribes, seat);

export function change({ state }: Work, seat: Seat, fields: Partial<Tribe>): void {
  state.tribes = state.tribes.with(seat, { ...tribeOf(state, seat), ...fields });
}

/** Does these things, the first one first, before anything that was planned already. */
export function plan({ state }: Work, ...tasks: readonly Task[]): void {
  state.agenda = [...state.agenda, ...tasks.toReversed()];
}

/** The match waits for this answer now. */
export function ask(work: Work, phase: Phase): void {
  work.state.phase = phase;
  work.isAsking = true;
}

export function tell({ events }: Work, event: Event): void {
  events.push(event);
}

export const isHere = ({ tribes }: Pick<Table, 'tribes'>, seat: Seat): boolean => tribes[seat]?.isHere === true;

/** All who play, in the order of turns. */
export function present(state: Pick<Table, 'tribes'>): readonly Seat[] {
  return SEATS.filter((seat) => isHere(state, seat));
}

/** All others who play, in the order of turns, beginning after this one. */
export function others(state: Pick<Table, 'tribes'>, seat: Seat): readonly Seat[] {
  const all = present(state).filter((other) => other !== seat);
  return [...all.filter((other) => other > seat), ...all.filter((other) => other < seat)];
}

/** Those of the others who stand on this day. */
export function othersOn(state: Pick<Table, 'tribes'>, seat: Seat, day: number): readonly Seat[] {
  return others(state, seat).filter((other) => tribeOf(state, other).day === day);
}
