/**
 * A puzzle: a position in which one answer of a seat is surely better than each other one. `npm run do -- puzzles` finds them; those that
 * lie in `made/` come with the rules, so that the page and the terminal have them without a server.
 */
import type { AnyGame, Entry } from '../catalogue/games.ts';
import type { GameId } from '../catalogue/gameTypes.ts';
import type { Seat } from '../contract/game.ts';
import { at } from '../json.ts';
import { sceneMatch } from '../lessons/lesson.ts';
import { type LocalMatch, shownIn, withMove } from '../tools/localMatch.ts';

/** What a puzzle is about, as far as its question tells it; the first is the one to begin with. */
export const THEMES = ['battle', 'gods', 'cards', 'attack', 'race', 'piles', 'city'] as const;
export type Theme = (typeof THEMES)[number];

/** What a list shows of a puzzle. */
export interface ListedPuzzle {
  readonly id: string;
  readonly game: GameId;
  /** The edition that is played. */
  readonly preset: string;
  readonly theme: Theme;
  /** How hard it is, on the scale of the ratings of players. */
  readonly rating: number;
}

export interface Puzzle extends ListedPuzzle {
  /** The seat that answers. */
  readonly seat: Seat;
  /** The best answer, in notation; several, if they come to the same. */
  readonly best: readonly string[];
  /** By answer: in how many of 100 matches the seat wins that go on from there. */
  readonly answers: Readonly<Record<string, number>>;
  readonly given: ReturnType<AnyGame['setup']>;
}

/** The match of a puzzle, in which only its seat moves. */
export const puzzleMatch = (game: AnyGame, { seat, given }: Puzzle): LocalMatch =>
  sceneMatch(game, { seat, given, luck: [], steps: [] });

// The puzzles that come with the rules.

type Puzzles = Readonly<Record<string, Puzzle>>;

const LOADS: { readonly [G in GameId]: () => Promise<{ readonly default: unknown }> } = {
  'flower-war': () => import('./made/flower-war.json', { with: { type: 'json' } }),
  mexica: () => import('./made/mexica.json', { with: { type: 'json' } }),
  'space-aztecs': () => import('./made/space-aztecs.json', { with: { type: 'json' } }),
  tieqchieq: () => import('./made/tieqchieq.json', { with: { type: 'json' } }),
};

/** All puzzles without their positions, in the order of the days. */
export async function listPuzzles(): Promise<readonly ListedPuzzle[]> {
  const { default: list } = await import('./made/list.json', { with: { type: 'json' } });
  return list as readonly ListedPuzzle[];
}

/** Nothing if there is no such puzzle. */
export async function loadPuzzle(id: string): Promise<Puzzle | undefined> {
  const listed = (await listPuzzles()).find((one) => one.id === id);
  return listed && ((await LOADS[listed.game]()).default as Puzzles)[id];
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The puzzle of a day, the same in the whole world: days change at midnight UTC. */
export const puzzleOfDay = <One>(all: readonly One[], date: Date): One =>
  at(all, Math.floor(date.getTime() / DAY_MS) % all.length);

/** The order of the days. The end of an id is as good as chance, so that the games take turns. */
export const inOrderOfDays = <One extends Pick<ListedPuzzle, 'id'>>(all: Iterable<One>): readonly One[] =>
  [...all].toSorted((a, b) => (endOf(a) < endOf(b) ? -1 : 1));
const endOf = ({ id }: Pick<ListedPuzzle, 'id'>): string => /-(\w+)$/.exec(id)?.[1] ?? '';

// Puzzles from elsewhere.

/** By this many of 100 matches the best answer is ahead of each other one. */
const AHEAD = 5;

/**
 * Why this is not a puzzle by the rules of today, in words for its maker. Whether its answers are worth what it says, only `isProved` tells,
 * which takes long.
 */
export function flawIn({ game, broken }: Entry, puzzle: Puzzle): string | undefined {
  const { preset, given, answers, best } = puzzle;
  if (!game.presets.some(({ id }) => id === preset)) return `${game.id} has no edition "${preset}"`;
  if (best.length === 0 || best.some((one) => !Object.hasOwn(answers, one)))
    return 'its best answer is none of its answers';
  const others = Object.keys(answers).filter((one) => !best.includes(one));
  const next = Math.max(...others.map((one) => answers[one] ?? 0));
  if (others.length === 0 || best.some((one) => (answers[one] ?? 0) < next + AHEAD))
    return `its best answer is not ahead of each other one by ${AHEAD} of 100 matches`;
  try {
    return broken(given).at(0) ?? flawAtTable(puzzleMatch(game, puzzle), puzzle);
  } catch (error) {
    return `its position cannot be played (${(error as Error).message})`;
  }
}

function flawAtTable(match: LocalMatch, { seat, answers }: Puzzle): string | undefined {
  const moves = Object.keys(answers);
  if (shownIn(match).legal.toSorted().join('\n') !== moves.toSorted().join('\n'))
    return 'its answers are not the legal moves of its seat';
  const refused = moves.find((move) => !withMove(match, { seat, move }).ok);
  return refused === undefined ? undefined : `its answer "${refused}" cannot be played`;
}
