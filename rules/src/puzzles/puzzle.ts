/**
 * A puzzle: a position in which one answer of a seat is surely better than each other one. `npm run do -- puzzles` finds them; those that
 * lie in `made/` come with the rules, so that the page and the terminal have them without a server.
 */
import type { AnyGame } from '../catalogue/games.ts';
import type { GameId } from '../catalogue/gameTypes.ts';
import type { Seat } from '../contract/game.ts';
import { at } from '../json.ts';
import { sceneMatch } from '../lessons/lesson.ts';
import type { LocalMatch } from '../tools/localMatch.ts';

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
export async function puzzleOfDay(date: Date): Promise<ListedPuzzle> {
  const all = await listPuzzles();
  return at(all, Math.floor(date.getTime() / DAY_MS) % all.length);
}
