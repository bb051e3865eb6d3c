/**
 * The chapters and rules of every rulebook, in the order in which people read them. A rule is called by its chapter and
 * its number: `battle-3`. Logs, refusals and other pages link to this name, so a rule keeps it for ever. A new rule takes
 * the next free number of its chapter, wherever it stands; the number of a rule that goes is not used again.
 */
import type { GameId } from '@flower-war/protocol';

export const CHAPTERS = {
  'flower-war': {
    goal: [1, 2],
    setup: [1, 2, 3, 4, 5],
    turn: [1, 2, 3, 4],
    move: [1, 2, 3],
    pickup: [1, 2, 3, 4, 5],
    battle: [1, 2, 3, 4, 5, 6, 7, 8, 9],
    offering: [1, 2, 3, 4],
    cards: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    omens: [1, 2, 3, 4, 5, 6, 7, 8, 9],
    apocalypse: [1, 2, 3, 4, 5],
    ending: [1, 2, 3, 4],
    winning: [1, 2, 3],
    leaving: [1],
  },
  mexica: {
    goal: [1, 2],
    setup: [1, 2, 3, 4, 5],
    turn: [1, 2, 3, 4],
    move: [1, 2, 3, 4],
    collect: [1, 2, 3, 4],
    week: [1, 2, 3, 4],
    tribute: [1, 2, 3, 4],
    battle: [1, 2, 3, 4, 5, 6, 7, 8, 9],
    offering: [1, 2, 3, 4, 5],
    cards: [1, 2, 3, 4, 5, 6, 7, 8],
    apocalypse: [1, 2, 3, 5, 4],
    ending: [1, 2, 3],
    winning: [1, 2, 3, 4],
    leaving: [1],
  },
  'space-aztecs': {
    goal: [1, 2],
    setup: [1, 2, 3, 4],
    turn: [1, 2, 3, 4, 5, 6],
    aztecs: [1, 2, 3],
    temples: [1, 2, 3],
    saucers: [1, 2, 3, 4],
    codices: [1, 2],
    end: [1, 2],
    points: [1, 2, 3, 4, 5, 6, 7, 8],
    winning: [1, 2],
    leaving: [1],
  },
  tieqchieq: {
    goal: [1, 2],
    setup: [1, 2, 3],
    turn: [1, 2, 3, 4],
    board: [1, 2, 3],
    move: [1, 2, 3, 4, 5, 6],
    battle: [1, 2, 3, 4],
    marks: [1, 2, 3, 4, 5],
    winning: [1, 2],
    leaving: [1],
  },
} as const satisfies Readonly<Record<GameId, Readonly<Record<string, readonly number[]>>>>;

type Chapters = typeof CHAPTERS;

/** The name of a chapter of this game's rulebook. */
export type ChapterOf<G extends GameId> = keyof Chapters[G] & string;

/** The numbers of the rules of a chapter. */
export type NumberIn<G extends GameId, C extends ChapterOf<G>> = Chapters[G][C] extends readonly (infer N)[]
  ? N & number
  : never;

/** The name of a rule, the same in every language: `battle-3`. */
export type AnchorOf<G extends GameId> = { [C in ChapterOf<G>]: `${C}-${NumberIn<G, C>}` }[ChapterOf<G>];
