/** What players have answered to puzzles, and the ratings that follow from it. Deleting a player deletes the player's answers. */
import { all, change, first, type Work } from './engine/engine.ts';
import { people } from './people/people.ts';

export interface PuzzleRating {
  readonly rating: number;
  readonly deviation: number;
  readonly volatility: number;
  /** How many first answers it counts. */
  readonly answers: number;
}

/** A first answer, with the player's rating after it. */
export interface FirstAnswer extends PuzzleRating {
  readonly puzzle: string;
  readonly isRight: number;
  readonly at: number;
}

interface NewAnswer extends Omit<FirstAnswer, keyof PuzzleRating> {
  readonly player: string;
  readonly ofPlayer: PuzzleRating;
  readonly ofPuzzle: PuzzleRating;
}

const RATING = 'rating, deviation, volatility, answers';

export const puzzles = {
  *ratings(): Work<readonly (PuzzleRating & { readonly puzzle: string })[]> {
    return yield* all(`SELECT puzzle, ${RATING} FROM puzzle_ratings ORDER BY puzzle`);
  },

  *ratingOf(puzzle: string): Work<PuzzleRating | undefined> {
    return yield* first<PuzzleRating>(`SELECT ${RATING} FROM puzzle_ratings WHERE puzzle = $puzzle`, { puzzle });
  },

  /** The first answers of a player, in their order. */
  *of(player: string): Work<readonly FirstAnswer[]> {
    return yield* all<FirstAnswer>(`SELECT ${ANSWER} FROM puzzle_answers WHERE player = $player ORDER BY answers`, {
      player,
    });
  },

  /** The rating of a player, after the last answer. */
  *standingOf(player: string): Work<PuzzleRating | undefined> {
    const sql = `SELECT ${RATING} FROM puzzle_answers WHERE player = $player ORDER BY answers DESC LIMIT 1`;
    return yield* first<PuzzleRating>(sql, { player });
  },

  *find(player: string, puzzle: string): Work<FirstAnswer | undefined> {
    const sql = `SELECT ${ANSWER} FROM puzzle_answers WHERE player = $player AND puzzle = $puzzle`;
    return yield* first<FirstAnswer>(sql, { player, puzzle });
  },

  /** `late`: another answer came first, and these ratings do not follow from it. `gone`: the player was deleted. */
  *keep({ player, puzzle, isRight, at, ofPlayer, ofPuzzle }: NewAnswer): Work<'kept' | 'late' | 'gone'> {
    if (!(yield* people.isKnown(player))) return 'gone';
    const [own, other] = [yield* puzzles.standingOf(player), yield* puzzles.ratingOf(puzzle)];
    const follows = (after: PuzzleRating, before?: PuzzleRating) => after.answers === (before?.answers ?? 0) + 1;
    if ((yield* puzzles.find(player, puzzle)) !== undefined) return 'late';
    if (!follows(ofPlayer, own) || !follows(ofPuzzle, other)) return 'late';
    yield* change(KEEP, { ...ofPlayer, player, puzzle, isRight, at });
    yield* change(RATE, { ...ofPuzzle, puzzle });
    return 'kept';
  },
};

const ANSWER = `puzzle, is_right AS "isRight", at, ${RATING}`;

const KEEP = `
  INSERT INTO puzzle_answers (player, puzzle, is_right, at, rating, deviation, volatility, answers)
  VALUES ($player, $puzzle, $isRight, $at, $rating, $deviation, $volatility, $answers)`;

const RATE = `
  INSERT INTO puzzle_ratings (puzzle, rating, deviation, volatility, answers)
  VALUES ($puzzle, $rating, $deviation, $volatility, $answers)
  ON CONFLICT (puzzle) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation,
    volatility = excluded.volatility, answers = excluded.answers`;
