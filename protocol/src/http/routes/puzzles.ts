/** Puzzles: positions in which one answer is surely the best. Those that come with the rules, and those of the host. */
import * as z from 'zod';
import { notation } from '../../wire/actionFields.ts';
import { gameId, presetId, puzzleId, rounded, seat } from './fields.ts';
import type { RoutesOf } from './route.ts';

const theme = z
  .enum(['battle', 'gods', 'cards', 'attack', 'race', 'piles', 'city'])
  .describe('What it is about, as far as its question tells it.');

const listed = { id: puzzleId, game: gameId, preset: presetId, theme };
const whole = {
  seat: seat.describe('The seat that answers.'),
  best: z.array(notation).min(1).describe('The best answer, in notation; several, if they come to the same.'),
  answers: z
    .record(notation, z.int().min(0).max(100))
    .describe('By answer: in how many of 100 matches the seat wins that go on from there.'),
  given: z.record(z.string(), z.unknown()).describe('The position, as the rules of the game keep it.'),
};
const hard = z.int().min(0).max(4000).describe('How hard it is, on the scale of the ratings of players.');

/** A puzzle in the file of a host. */
const keptPuzzle = z.strictObject({
  ...listed,
  id: z
    .string()
    .regex(/^[a-z][a-z-]{1,30}-[a-z0-9]{1,16}$/, 'must be the name of a game, a hyphen, letters and digits'),
  rating: hard,
  ...whole,
});
export const puzzleFile = z.array(keptPuzzle).max(500, 'must be 500 puzzles at most');
export type KeptPuzzle = z.infer<typeof keptPuzzle>;

const rated = {
  rating: hard,
  deviation: rounded.describe('How sure its rating is: the true one nearly always lies within twice this number.'),
};
const listedPuzzle = z.object({ ...listed, ...rated }).describe('What a list shows of a puzzle.');
const puzzle = z.object({ ...listed, ...rated, ...whole });
export type ServedPuzzle = z.infer<typeof puzzle>;

const puzzleList = z.object({
  puzzles: z
    .array(listedPuzzle)
    .describe(
      'In the order of the days: the puzzle of a day is the one at the number of days since 1970, modulo their number.',
    ),
});
export type PuzzleList = z.infer<typeof puzzleList>;

export const puzzleAnswers = { PuzzleList: puzzleList, Puzzle: puzzle } as const;
export const puzzleParts = { PuzzleTheme: theme, ListedPuzzle: listedPuzzle } as const;

export const puzzleRoutes = {
  listPuzzles: {
    about: 'the puzzles of this server',
    answer: 'PuzzleList',
  },
  getPuzzle: {
    about: 'a puzzle with its position and what each answer is worth, so that a page can judge without the server',
    answer: 'Puzzle',
    codes: ['no-such-puzzle'],
  },
} as const satisfies RoutesOf;
