/** The contract that every game signs. docs/decisions tells why it has this shape. */
import type { Chance } from './chance.ts';
import type { Options, OptionSpec, Preset } from './optionSpec.ts';

export type Applied<S, E> = { readonly ok: true; readonly state: S; readonly events: readonly E[] };
export type Refused<R> = { readonly ok: false; readonly reason: R };

export interface Game<S, M, E, V, R extends string> {
  readonly id: string;
  /** Bump it when an old record would replay differently. */
  readonly rulesVersion: number;
  readonly seats: readonly [min: number, max: number];
  /** The number of seats that it is best for; the maximum, if absent. */
  readonly usualSeats?: number;
  /** The first is the default. */
  readonly presets: readonly Preset[];
  readonly options: readonly OptionSpec[];
  /** Every card that can turn up, listed once. Absent in a game without cards. */
  readonly cards?: readonly CardWords[];
  /** `options` is complete and checked: it comes from `resolveOptions`. */
  setup(options: Options, seats: number, chance: Chance): S;
  /** The events that open a match after `setup`, such as the start of the first turn. */
  opening?(state: S): readonly E[];
  /** The name of an option whose value this number of seats does not allow, if there is one. */
  optionAmiss?(options: Options, seats: number): string | undefined;
  /** Every seat that must decide now; `[]` once the game is over. Viewers never get this list itself. */
  toMove(state: S): readonly Seat[];
  /** Why this move may not be played now. The one judge. */
  refusal(state: S, seat: Seat, move: M): R | undefined;
  /** At most 100, in canonical order. */
  legalMoves(state: S, seat: Seat): readonly M[];
  apply(state: S, seat: Seat, move: M, chance: Chance): Applied<S, E> | Refused<R>;
  /** The move that the clock plays for a seat whose player is absent. */
  fallback(state: S, seat: Seat): M;
  /** The seat retires. It may do so at any time, also when it is not its turn. */
  leave(state: S, seat: Seat, chance: Chance): Applied<S, E>;
  /** Redraws everything that no seat has seen. */
  reshuffle(state: S, chance: Chance): S;
  /** Names each field that it reveals. A seat's view has every field of the spectator's; some of them tell more. */
  view(state: S, viewer: Viewer): V;
  viewEvent(event: E, viewer: Viewer): E | undefined;
  /** What a legal move does, told from what its seat sees and nothing else. Absent in a game that explains no moves. */
  parts?(seen: Question<V, M>, move: M): MoveParts;
  result(state: S): Result | undefined;
  /** The order in which the seats stand: as in the result, or as if the match ended now. Rules that were frozen earlier lack it. */
  standings?(state: S): readonly Standing[];
  /** Reads the notation: `parse(format(move))` equals `move`. A text that is not a move gives `undefined`. */
  parse(text: string): M | undefined;
  format(move: M): string;
}

export type Seat = 0 | 1 | 2 | 3 | 4 | 5;
export const SEATS: readonly Seat[] = [0, 1, 2, 3, 4, 5];

/** `'all'` sees everything. It is allowed only once the match is over. */
export type Viewer = Seat | 'spectator' | 'all';

/** One seat in the final order. Seats may share a place. `breakdown` gives the parts of the score. */
export interface Standing {
  readonly seat: Seat;
  readonly place: number;
  readonly score: number;
  readonly breakdown: Readonly<Record<string, number>>;
}

/** How a match ended. `winners` may be empty (no seat wins) or hold several seats (they share the victory). */
export interface Result {
  readonly result: 'win' | 'draw' | 'forfeit' | 'none';
  readonly winners: readonly Seat[];
  readonly standings: readonly Standing[];
  /** What ended the match, in kebab-case: `all-home`, `turn-cap`, `retired`. */
  readonly reason: string;
}

/** What a bot knows when it has to move: the view of its seat, the options of the match and its legal moves. */
export interface Question<V, M, O = Options> {
  readonly view: V;
  readonly seat: Seat;
  readonly options: O;
  readonly legal: readonly M[];
}

/**
 * Every game has these bots: `greedy` takes what is best at once, `random` any move, `strong` tries moves out, and `easy` overlooks a
 * share of what `greedy` sees.
 */
export type BotName = 'greedy' | 'random' | 'strong' | 'easy';

/** Bots that may think for a tenth of a second. A server asks them beside its event loop. */
export const SLOW_BOTS: readonly string[] = ['strong'] satisfies readonly BotName[];

/** Chooses one of the legal moves. */
export type Bot<V, M, O = Options> = (question: Question<V, M, O>, chance: Chance) => M;

export function random<M>({ legal }: Pick<Question<unknown, M>, 'legal'>, chance: Chance): M {
  return chance.pick(legal);
}

/**
 * What a legal move does, as data, so that a screen can say it without knowing the rules. Each game has its own form of
 * it.
 */
export type MoveParts = {
  /** What the seat does. A client that does not know it shows the notation. */
  readonly verb: string;
};

/** A card as a screen can print it: its title, when it is played, its cost and its effect. */
export interface CardWords {
  readonly id: string;
  readonly title: string;
  readonly deck: string;
  readonly timing: string;
  readonly cost: number;
  readonly text: string;
  /** What the card says, as data. Each game has its own form of it. */
  readonly face: Readonly<Record<string, unknown>>;
}

// Habits answer questions that leave a seat no choice worth making, so that its player is not asked. What a habit answers follows from
// what all viewers know and from the habits that the seat keeps. It never follows from a secret: otherwise a quick answer would tell what
// the seat holds. Only which card a seat gives up, where it has a single one, may be a secret.

/**
 * How much habits do, each pace all that the paces before it do. `usual`: they take no choice worth making from a seat. `brisk`: they also
 * do what most players do most of the time, for players who like a quick match. `swift`: they also leave out choices that win matches.
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
type HabitRules<Question, M> = Readonly<Record<string, HabitRule<Question, M>>>;

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
