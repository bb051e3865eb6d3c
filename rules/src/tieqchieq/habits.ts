/** The game has no secrets, so every habit may look at the whole state, and remembers nothing. */
import { type AskedSeat, firstAnswer, type HabitRule, type HabitsCapability, listOf } from '../contract/game.ts';
import { legalMoves, STEP, TOSS } from './moves.ts';
import type { Event, Move, State } from './state.ts';

export type TieqchieqHabitName = 'toss' | 'single' | 'bonus';
export type TieqchieqHabits = HabitsCapability<State, Move, Event, null>;
type Question = AskedSeat<State, null>;

const HABITS: Readonly<Record<TieqchieqHabitName, HabitRule<Question, Move>>> = {
  /** Tosses the coins. */
  toss: { pace: 'usual', answer: ({ state }) => (state.phase.kind === 'tossing' ? TOSS : undefined) },
  /** Plays the only legal move. */
  single: { pace: 'usual', answer: single },
  /** Takes the bonus step. */
  bonus: { pace: 'brisk', answer: ({ state, seat }) => legalMoves(state, seat).find((move) => move === STEP) },
};

export const habits: TieqchieqHabits = {
  list: listOf(HABITS),
  notes: () => null,
  noted: () => null,
  answer: (asked, kept) => (isAsked(asked) ? firstAnswer(HABITS, asked, kept) : undefined),
};

const isAsked = ({ state: { phase }, seat }: Question): boolean => phase.kind !== 'over' && phase.seat === seat;

function single({ state, seat }: Question): Move | undefined {
  const legal = legalMoves(state, seat);
  return legal.length === 1 ? legal[0] : undefined;
}
