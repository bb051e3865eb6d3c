/** What habits answer, and what they remember. */
import type { AnyGame, Seat } from '@flower-war/rules';
import type { Entry } from '../entry/entries.ts';
import type { Position } from '../position/position.ts';
import { templeOfSeat } from '../position/temples.ts';
import { answerOf } from './habits.ts';
import { windowOf } from './windows.ts';

/** After so many answers of habits in a row, the next question goes to its player, so that no match plays itself. */
export const MOST_HABITS_IN_A_ROW = 24;

interface HabitAnswer {
  readonly seat: Seat;
  readonly move: string;
}

/** The move that a habit plays now. In a hidden window habits only decline, and that is a wish. */
export function habitAnswer(engine: AnyGame, position: Position): HabitAnswer | undefined {
  const { status, pause, habits, inARow, state } = position;
  if (habits.size === 0 || status !== 'running' || pause || inARow >= MOST_HABITS_IN_A_ROW) return undefined;
  if (windowOf(engine, position) !== undefined) return undefined;
  const answers = engine.toMove(state).flatMap((seat) => {
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

interface Told {
  readonly entry: Entry;
  readonly events: readonly unknown[];
}

/**
 * What the habits remember after an entry; nothing as long as no seat keeps any, or none did before the open window. An agreement may
 * have taken moves back, and what was remembered of them.
 */
export function notesAfter(engine: AnyGame, was: Position, now: Position, { entry, events }: Told): unknown {
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
