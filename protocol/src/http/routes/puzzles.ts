/** Puzzles: positions in which one answer is surely the best. Those that come with the rules, and those of the host. */
import * as z from 'zod';
import { notation } from '../../wire/actionFields.ts';
import { amount, gameId, presetId, puzzleId, rounded, type RoutesOf, seat, time } from './route.ts';

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

const deviation = rounded.describe('How sure the rating is: the true one nearly always lies within twice this number.');
const rated = {
  rating: rounded.describe('How hard it is, on the scale of the ratings of players. It learns from their answers.'),
  deviation,
  answered: amount.describe('How many players have answered it.'),
};
const listedPuzzle = z.object({ ...listed, ...rated }).describe('What a list shows of a puzzle.');
const puzzle = z.object({ ...listed, ...rated, ...whole });
export type ServedPuzzle = z.infer<typeof puzzle>;

const standing = z
  .object({ rating: rounded, deviation, answered: amount.describe('How many first answers it counts.') })
  .describe(
    'The rating of a puzzle, or of a player against the puzzles of this server. Each first answer is a match of both.',
  );
export type PuzzleStanding = z.infer<typeof standing>;

export const puzzleBodies = {
  answerPuzzle: z.strictObject({ move: notation.describe('One of its answers, in notation.') }),
} as const;

const answeredPuzzle = z.object({
  isRight: z.boolean().describe('Whether this answer is the best.'),
  isFirst: z.boolean().describe('Whether it was the first of this player, and so counts for both ratings.'),
  puzzle: standing,
  mine: standing,
});
export type AnsweredPuzzle = z.infer<typeof answeredPuzzle>;

/** What the data of a player tells of an answer, with the rating after it. */
export const ownPuzzleAnswer = z.object({
  puzzle: puzzleId,
  isRight: z.boolean(),
  at: time,
  rating: z.number(),
  deviation: z.number(),
  volatility: z.number(),
});

const puzzleList = z.object({
  mine: standing.describe('Of the caller, who has answered some.').exactOptional(),
  puzzles: z
    .array(listedPuzzle)
    .describe(
      'In the order of the days: the puzzle of a day is the one at the number of days since 1970, modulo their number.',
    ),
});
export type PuzzleList = z.infer<typeof puzzleList>;

export const puzzleAnswers = { PuzzleList: puzzleList, Puzzle: puzzle, AnsweredPuzzle: answeredPuzzle } as const;
export const puzzleParts = {
  PuzzleTheme: theme,
  ListedPuzzle: listedPuzzle,
  PuzzleStanding: standing,
  OwnPuzzleAnswer: ownPuzzleAnswer,
} as const;

export const puzzleRoutes = {
  listPuzzles: {
    about: 'the puzzles of this server, and how I stand against them',
    token: 'may',
    scope: 'read',
    answer: 'PuzzleList',
  },
  getPuzzle: {
    about: 'a puzzle with its position and what each answer is worth, so that a page can judge without the server',
    answer: 'Puzzle',
    codes: ['no-such-puzzle'],
  },
  answerPuzzle: {
    about: 'answers a puzzle; my first answer to it counts for its rating and for mine',
    token: 'must',
    scope: 'play',
    isForPeople: true,
    body: 'answerPuzzle',
    answer: 'AnsweredPuzzle',
    limit: 'puzzles',
    codes: ['no-such-puzzle', 'illegal-move'],
  },
} as const satisfies RoutesOf;
