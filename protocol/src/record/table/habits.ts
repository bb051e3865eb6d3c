/** The habits that seats keep. docs/decisions/0025-habits.md tells why it is so. */
import type { AnyGame, Habit, Seat } from '@flower-war/rules';
import { type Pace, pace } from '../../wire/actionFields.ts';
import type { EntryOf } from '../entry/entries.ts';
import { accepted, type EntryOutcome, refused } from '../position/judgement.ts';
import type { Position } from '../position/position.ts';

/** The habits of every seat at the start, as the table has chosen. */
export function habitsAtFirst(engine: AnyGame, { created }: Position): Position['habits'] {
  const kept = keptAtFirst(engine, created);
  const seats = kept.length === 0 ? 0 : created.seats;
  return new Map(Array.from({ length: seats }, (_, seat) => [seat, kept]));
}

/** The habits with which a player takes a seat. */
export function keptAtFirst(engine: AnyGame, { table }: Position['created']): readonly string[] {
  return namesOf(engine.habits?.list ?? [], table.habits ?? 'none');
}

function namesOf(list: readonly Habit[], wanted: Pace): readonly string[] {
  return list.filter((habit) => rank(habit.pace) <= rank(wanted)).map(({ name }) => name);
}

/** Each pace has all habits of the paces before it. */
const rank = (wanted: Pace): number => pace.options.indexOf(wanted);

/** A player chooses the habits of a seat. */
export function keep(engine: AnyGame, position: Position, { seat, keeps }: EntryOf<'habits'>): EntryOutcome {
  const list = engine.habits?.list ?? [];
  if (position.status !== 'running') return refused('not-running');
  if (position.occupants.get(seat)?.kind !== 'player') return refused('no-player-there');
  if (Array.isArray(keeps) && keeps.some((name) => !list.some((habit) => habit.name === name)))
    return refused('unknown-habit');
  const kept = typeof keeps === 'string' ? namesOf(list, keeps) : keeps;
  return accepted({ ...position, habits: withHabits(position, seat, kept) });
}

export function withHabits({ habits }: Position, seat: number, kept: readonly string[]): Position['habits'] {
  const all = new Map(habits);
  if (kept.length === 0) all.delete(seat);
  else all.set(seat, kept);
  return all;
}

/** The move, in notation, with which a habit of this seat answers. A bot that sits or stands in has no habits. */
export function answerOf(engine: AnyGame, position: Position, seat: Seat): string | undefined {
  const { state, notes, habits, occupants } = position;
  const [kept, occupant] = [habits.get(seat), occupants.get(seat)];
  if (kept === undefined || occupant?.kind !== 'player' || occupant.bot !== undefined) return undefined;
  const move: unknown = engine.habits?.answer({ state, notes, seat }, kept);
  return move === undefined ? undefined : engine.format(move);
}
