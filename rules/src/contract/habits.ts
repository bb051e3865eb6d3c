/**
 * Habits answer questions that leave a seat no choice worth making, so that its player is not asked. What a habit answers follows from
 * what all viewers know and from the habits that the seat keeps. It never follows from a secret: otherwise a quick answer would tell what
 * the seat holds. Only which card a seat gives up, where it has a single one, may be a secret.
 */
import type { Seat } from './game.ts';

/**
 * How much habits do, each pace all that the paces before it do. `usual`: they take no choice worth making from a seat. `brisk`: they also
 * do what most players do most of the time, for those who like a quick match. `swift`: they also leave out choices that win matches.
 */
export const PACES = ['usual', 'brisk', 'swift'] as const;
export type Pace = (typeof PACES)[number];

export interface Habit {
  readonly name: string;
  /** The slowest pace that has this habit. */
  readonly pace: Pace;
  /** The habit declines in hidden windows, and answers nowhere else. */
  readonly isForWindows: boolean;
}

/** A game of which habits may answer some questions. `N` is what they remember, as JSON. */
export interface HabitsCapability<S, M, E, N> {
  readonly list: readonly Habit[];
  /** What the habits of all seats remember at the start. */
  notes(state: S): N;
  /** What they remember after these events, which led to this state. */
  noted(notes: N, state: S, events: readonly E[]): N;
  /** The move with which one of the kept habits answers for the seat, if one does. */
  answer(asked: AskedSeat<S, N>, kept: readonly string[]): M | undefined;
}

/** A seat that may have to decide, and what the habits remember. */
export interface AskedSeat<S, N> {
  readonly state: S;
  readonly notes: N;
  readonly seat: Seat;
}

/** When a habit answers, and with which move. */
export interface HabitRule<Question, M> {
  readonly pace: Pace;
  readonly isForWindows?: true;
  answer(asked: Question): M | undefined;
}

/** By the name of each habit. The first one that answers wins. */
export type HabitRules<Question, M> = Readonly<Record<string, HabitRule<Question, M>>>;

export function listOf(rules: HabitRules<never, unknown>): readonly Habit[] {
  return Object.entries(rules).map(([name, { pace, isForWindows = false }]) => ({ name, pace, isForWindows }));
}

export function firstAnswer<Question, M>(
  rules: HabitRules<Question, M>,
  asked: Question,
  kept: readonly string[],
): M | undefined {
  for (const [name, rule] of Object.entries(rules)) {
    const move = kept.includes(name) ? rule.answer(asked) : undefined;
    if (move !== undefined) return move;
  }
  return undefined;
}

/** The names of the habits that belong to a pace. */
export function habitsOf(list: readonly Habit[], pace: Pace): readonly string[] {
  return list.filter((habit) => PACES.indexOf(habit.pace) <= PACES.indexOf(pace)).map(({ name }) => name);
}
