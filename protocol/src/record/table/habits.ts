/** The habits that seats keep. docs/decisions/0025-habits.md tells why it is so. */
import type { AnyGame, Habit, Seat } from '@flower-war/rules';
import { type Pace, pace } from '../../wire/actionFields.ts';
import type { Entry, EntryOf } from '../entry/entries.ts';
import { accepted, type EntryOutcome, type Position, refused, templeOfSeat, toMoveIn, windowOf } from '../position.ts';

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

// What habits answer, and what they remember.

/** After this many answers of habits in a row, the next question goes to its player, so that no match plays itself. */
export const MOST_HABITS_IN_A_ROW = 24;

interface HabitAnswer {
  readonly seat: Seat;
  readonly move: string;
}

/** The position that was asked about last: it is asked about several times along a move. */
let last: { readonly position: Position; readonly answer: HabitAnswer | undefined } | undefined;

/** The move that a habit plays now. In a hidden window habits only decline, and that is a wish. */
export function habitAnswer(engine: AnyGame, position: Position): HabitAnswer | undefined {
  const { status, pause, habits, inARow } = position;
  if (habits.size === 0 || status !== 'running' || pause || inARow >= MOST_HABITS_IN_A_ROW) return undefined;
  if (last?.position !== position) last = { position, answer: findAnswer(engine, position) };
  return last.answer;
}

function findAnswer(engine: AnyGame, position: Position): HabitAnswer | undefined {
  if (windowOf(engine, position) !== undefined) return undefined;
  const answers = toMoveIn(engine, position).flatMap((seat) => {
    const move = answerOf(engine, position, seat);
    return move === undefined ? [] : [{ seat, move }];
  });
  return answers.find((answer) => !isPaidInTemple(engine, position, answer));
}

/**
 * How many answers of habits stand in a row after an entry. What happens in a hidden window does not count, for else the next question
 * would reveal the window.
 */
export function inARowAfter(engine: AnyGame, was: Position, now: Position, entry: Entry): number {
  if (now.state === was.state || windowOf(engine, was) !== undefined) return was.inARow;
  return entry.kind === 'move' && entry.by === 'habit' ? was.inARow + 1 : 0;
}

/**
 * What the habits remember after an entry; nothing as long as no seat keeps any, or none did before the open window. An agreement may
 * have taken moves back, and what was remembered of them.
 */
export function notesAfter(
  engine: AnyGame,
  was: Position,
  now: Position,
  { entry, events }: { readonly entry: Entry; readonly events: readonly unknown[] },
): unknown {
  const { habits } = engine;
  if (habits === undefined || now.habits.size === 0 || now.state === undefined) return undefined;
  if (now.notes === undefined) return windowOf(engine, now) === undefined ? habits.notes(now.state) : undefined;
  if (now.state === was.state || entry.kind === 'agreement') return now.notes;
  return habits.noted(now.notes, now.state, events);
}

/** Real skulls are dropped by the player's own hand. */
function isPaidInTemple(engine: AnyGame, position: Position, { seat, move }: HabitAnswer): boolean {
  if (position.temples.all.size === 0 || position.temples.byHand.includes(seat)) return false;
  return engine.temple?.pays(engine.parse(move)) === true && templeOfSeat(position, seat) !== undefined;
}
