/**
 * A lesson: a position, its luck, and the moves that lead to its goal. It is played as a match on this device, in the page and in the
 * terminal. The others make the moves of the lesson; the learner may try any legal move, and takes it back if it leads elsewhere.
 */
import type { AnyGame } from '../catalogue/games.ts';
import type { GameId } from '../catalogue/gameTypes.ts';
import type { Chance } from '../contract/chance.ts';
import type { Seat } from '../contract/game.ts';
import { at, deepEqual, patched } from '../json.ts';
import { begin, type LocalMatch, movesOf, newest, seeded, withMove } from '../tools/localMatch.ts';
import { type Script, type Step, scriptedChance } from '../tools/replay.ts';

/** The lessons of one edition, in their order. */
export interface Course {
  readonly id: string;
  readonly game: GameId;
  /** The edition that is played. */
  readonly preset: string;
  /** What the goals call the seats, and the items of lists. */
  readonly names: readonly string[];
  readonly itemNames: readonly string[];
  /** Rules that no lesson shows, with the reason. */
  readonly without: Readonly<Record<string, string>>;
  readonly lessons: readonly Lesson[];
}

/** A position of which the next moves are known. */
export interface Scene {
  /** Whose eyes see it. */
  readonly seat: Seat;
  readonly given: ReturnType<AnyGame['setup']>;
  readonly luck: Script;
  /** The moves, in order; those with `refused` are tried, and the rules refuse them. */
  readonly steps: readonly SceneStep[];
}

export type SceneStep = Step & { readonly refused?: string };

export interface Lesson extends Scene {
  readonly id: string;
  /** What must be so in the end, in the form of a scenario. */
  readonly goal: object;
  /** The rules that its moves show, by their names in the rulebook. */
  readonly rules: readonly string[];
  /** More rules, each with the example that shows it. */
  readonly more: Readonly<Record<string, string>>;
  /** By language. */
  readonly texts: Readonly<Record<string, LessonTexts>>;
}

export interface LessonTexts {
  readonly title: string;
  /** What the learner is to do. */
  readonly goal: string;
  readonly hint: string;
  /** What happened and why, told when it is done. */
  readonly why: string;
}

/** English where a language has no text yet. */
export const textsOf = ({ id, texts }: Lesson, language: string): LessonTexts =>
  texts[language] ?? texts['en'] ?? { title: id, goal: '', hint: '', why: '' };

export type Standing =
  | { readonly kind: 'going'; readonly next: SceneStep | undefined }
  /** The last move was legal, and leads elsewhere. */
  | { readonly kind: 'astray' }
  | { readonly kind: 'done' };

/** How far a match of this lesson has come. */
export function standingIn(course: Pick<Course, 'names' | 'itemNames'>, lesson: Lesson, match: LocalMatch): Standing {
  if (match.moments.length > 1 && isReached(course, lesson.goal, newest(match).state)) return { kind: 'done' };
  const made = movesOf(match);
  const isOnPath = made.every((step, index) => isSame(step, lesson.steps[index]));
  return isOnPath ? { kind: 'going', next: lesson.steps[made.length] } : { kind: 'astray' };
}

const isSame = (one: Step, other: Step | undefined): boolean =>
  other !== undefined &&
  one.seat === other.seat &&
  ('move' in one && 'move' in other ? one.move === other.move : 'leaves' in one && 'leaves' in other);

/** Whether a state is as the goal says: the changes of the goal would change nothing. */
export function isReached({ names, itemNames }: Pick<Course, 'names' | 'itemNames'>, goal: object, state: object) {
  return deepEqual(patched(state, goal, { names, itemNames }), state);
}

/** The match of a lesson, at its start. */
export function lessonMatch(game: AnyGame, course: Course, lesson: Lesson): LocalMatch {
  return begin({
    game,
    options: lesson.given.options,
    seat: lesson.seat,
    start: lesson.given,
    chanceAt: luckOf(lesson.luck),
    answer: (match, seat) => {
      const standing = standingIn(course, lesson, match);
      const next = standing.kind === 'going' ? standing.next : undefined;
      return next?.seat === seat && 'move' in next ? next.move : undefined;
    },
  });
}

/** The match of an example, in which no seat moves by itself. */
export function sceneMatch(game: AnyGame, { seat, given, luck }: Scene): LocalMatch {
  return begin({ game, options: given.options, seat, start: given, chanceAt: luckOf(luck), answer: () => undefined });
}

/** The luck of the lesson as far as it goes; any luck for a move that leads elsewhere. */
function luckOf(luck: Script): (place: { readonly moves: number; readonly drawn: number }) => Chance {
  const free = seeded(1);
  return (place) => {
    const [written, any] = [scriptedChance(luck.slice(place.drawn)), free(place)];
    return {
      die: (sides) =>
        either(
          () => written.die(sides),
          () => any.die(sides),
        ),
      coin: () =>
        either(
          () => written.coin(),
          () => any.coin(),
        ),
      shuffle: (items) =>
        either(
          () => written.shuffle(items),
          () => any.shuffle(items),
        ),
      pick: (items) =>
        either(
          () => written.pick(items),
          () => any.pick(items),
        ),
    };
  };
}

function either<T>(one: () => T, other: () => T): T {
  try {
    return one();
  } catch {
    return other();
  }
}

/** An example after its next step, or the same match and the reason if the rules refuse the step, as the example says. */
export function stepped({ steps }: Scene, match: LocalMatch, index: number) {
  const { refused: _, ...step } = at(steps, index);
  return withMove(match, step as Step);
}
