/** The puzzles of this server: those that come with the rules, and those in the file of its host. */
import { readFileSync, statSync } from 'node:fs';
import {
  type AnsweredPuzzle,
  type KeptPuzzle,
  type PersonalData,
  type PuzzleList,
  type PuzzleStanding,
  puzzleFile,
  type ServedPuzzle,
} from '@flower-war/protocol';
import { BadConfig } from '@flower-war/protocol/hosting';
import { GAMES } from '@flower-war/rules';
import { flawIn, inOrderOfDays, listPuzzles, loadPuzzle, type Puzzle } from '@flower-war/rules/puzzles';
import rate from 'glicko2-lite';
import { Refused, RefusedFor } from '../../base/refused.ts';
import { queue } from '../../base/scheduling.ts';
import type { Stores } from '../../store/operations.ts';
import type { PuzzleRating } from '../../store/puzzles.ts';

/** How sure the rating of a puzzle is that no player has answered. */
const ESTIMATED = 150;
/** No rating is surer than this, so that it goes on learning. */
const LEAST_DEVIATION = 45;
const NEWCOMER: PuzzleRating = { rating: 1500, deviation: 350, volatility: 0.06, answers: 0 };
/** So often other processes may be told an answer first. */
const MOST_TRIES = 8;

interface Answering {
  readonly player: string;
  readonly puzzle: string;
  readonly move: string;
}

export class Puzzles {
  /** By id, in the order of the days. */
  private readonly all: ReadonlyMap<string, Puzzle>;
  private readonly store: Stores['puzzles'];
  private readonly now: () => number;
  private readonly inTurn = queue();

  constructor(all: ReadonlyMap<string, Puzzle>, store: Stores['puzzles'], now: () => number) {
    this.all = all;
    this.store = store;
    this.now = now;
  }

  async list(player: string | undefined): Promise<PuzzleList> {
    const ratings = new Map((await this.store.ratings()).map((one) => [one.puzzle, one]));
    const mine = player === undefined ? undefined : await this.store.standingOf(player);
    const puzzles = [...this.all.values()].map(({ id, game, preset, theme, rating }) => {
      const rated = standing(ratings.get(id) ?? estimated(rating));
      return { id, game, preset, theme, ...rated };
    });
    return { puzzles, ...(mine && { mine: standing(mine) }) };
  }

  async get(id: string): Promise<ServedPuzzle> {
    const { given, ...puzzle } = this.must(id);
    const rating = (await this.store.ratingOf(id)) ?? estimated(puzzle.rating);
    return { ...puzzle, ...standing(rating), best: [...puzzle.best], given: { ...given } };
  }

  /** Each first answer is a match between player and puzzle. */
  async answer(asked: Answering): Promise<AnsweredPuzzle> {
    const { answers } = this.must(asked.puzzle);
    if (!Object.hasOwn(answers, asked.move))
      throw new Refused('illegal-move', 'no-answer', `Its answers are ${Object.keys(answers).join(', ')}.`);
    return this.inTurn(() => this.settle(asked));
  }

  /** Both ratings follow from what they are now. If another answer changes one meanwhile, they are computed once more. */
  private async settle({ player, puzzle: id, move }: Answering): Promise<AnsweredPuzzle> {
    const { best, rating } = this.must(id);
    const isRight = best.includes(move);
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const own = (await this.store.standingOf(player)) ?? NEWCOMER;
      const other = (await this.store.ratingOf(id)) ?? estimated(rating);
      if ((await this.store.find(player, id)) !== undefined)
        return { isRight, isFirst: false, puzzle: standing(other), mine: standing(own) };
      const [ofPlayer, ofPuzzle] = [met(own, other, isRight), met(other, own, !isRight)];
      const at = this.now();
      const kept = await this.store.keep({ player, puzzle: id, isRight: isRight ? 1 : 0, at, ofPlayer, ofPuzzle });
      if (kept === 'gone') throw new Refused('unauthorized');
      if (kept === 'kept') return { isRight, isFirst: true, puzzle: standing(ofPuzzle), mine: standing(ofPlayer) };
    }
    throw new RefusedFor('unavailable', 1);
  }

  async answersOf(player: string): Promise<PersonalData['puzzles']> {
    return (await this.store.of(player)).map(({ puzzle, isRight, at, rating, deviation, volatility }) => ({
      puzzle,
      isRight: isRight === 1,
      at,
      rating,
      deviation,
      volatility,
    }));
  }

  private must(id: string): Puzzle {
    const puzzle = this.all.get(id);
    if (puzzle === undefined) throw new Refused('no-such-puzzle');
    return puzzle;
  }
}

const estimated = (rating: number): PuzzleRating => ({ rating, deviation: ESTIMATED, volatility: 0.06, answers: 0 });

const standing = ({ rating, deviation, answers }: PuzzleRating): PuzzleStanding => ({
  rating: Math.round(rating),
  deviation: Math.round(deviation),
  answered: answers,
});

/** The rating after a match with another one. */
function met(own: PuzzleRating, other: PuzzleRating, isWon: boolean): PuzzleRating {
  const after = rate(own.rating, own.deviation, own.volatility, [[other.rating, other.deviation, isWon ? 1 : 0]]);
  const deviation = Math.max(LEAST_DEVIATION, after.rd);
  return { rating: after.rating, deviation, volatility: after.vol, answers: own.answers + 1 };
}

/** Of two with the same id, which have the same position, the one that comes with the rules counts. */
export async function hostedPuzzles(file: string): Promise<ReadonlyMap<string, Puzzle>> {
  const own = file === '' ? [] : puzzlesIn(file);
  const shipped = await Promise.all((await listPuzzles()).map(({ id }) => loadPuzzle(id)));
  const all = new Map([...own, ...shipped.filter((one) => one !== undefined)].map((one) => [one.id, one]));
  return new Map(inOrderOfDays(all.values()).map((one) => [one.id, one]));
}

// The file of a host.

const MOST_BYTES = 4_000_000;

/** The puzzles in a file, each of which can be played. Throws with what is wrong, and in which puzzle. */
export function puzzlesIn(file: string): readonly Puzzle[] {
  const wrong = (why: string) => new BadConfig(`PUZZLES=${file} ${why}. Correct or unset it.`);
  const read = puzzleFile.safeParse(jsonIn(file, wrong));
  if (!read.success) {
    const [issue] = read.error.issues;
    throw wrong(`is not a file of puzzles: at ${issue?.path.join('.') || 'its top'}: ${issue?.message}`);
  }
  const ids = new Set<string>();
  for (const puzzle of read.data) {
    const flaw = ids.has(puzzle.id) ? 'it is there twice' : flawOf(puzzle);
    if (flaw !== undefined) throw wrong(`has a wrong puzzle, ${puzzle.id}: ${flaw}`);
    ids.add(puzzle.id);
  }
  return read.data as readonly unknown[] as readonly Puzzle[];
}

function jsonIn(file: string, wrong: (why: string) => Error): unknown {
  try {
    if (statSync(file).size > MOST_BYTES) throw wrong(`is larger than ${MOST_BYTES / 1_000_000} MB`);
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof BadConfig) throw error;
    if (error instanceof SyntaxError) throw wrong('is not JSON');
    throw wrong(`cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

function flawOf(puzzle: KeptPuzzle): string | undefined {
  const entry = GAMES.get(puzzle.game as Puzzle['game']);
  if (entry === undefined) return `there is no game "${puzzle.game}"`;
  if (!puzzle.id.startsWith(`${puzzle.game}-`)) return `its id does not begin with ${puzzle.game}-`;
  return flawIn(entry, puzzle as unknown as Puzzle);
}
