/** The puzzles of this server: those that come with the rules, and those in the file of its host. */
import { readFileSync, statSync } from 'node:fs';
import { type KeptPuzzle, type PuzzleList, puzzleFile, type ServedPuzzle } from '@flower-war/protocol';
import { BadConfig } from '@flower-war/protocol/hosting';
import { GAMES } from '@flower-war/rules';
import { flawIn, inOrderOfDays, listPuzzles, loadPuzzle, type Puzzle } from '@flower-war/rules/puzzles';
import { Refused } from '../../base/refused.ts';

/** How sure the rating of a puzzle is that no player has answered. */
const ESTIMATED = 150;

export class Puzzles {
  /** By id, in the order of the days. */
  private readonly all: ReadonlyMap<string, Puzzle>;

  constructor(all: ReadonlyMap<string, Puzzle>) {
    this.all = all;
  }

  list(): PuzzleList {
    return {
      puzzles: [...this.all.values()].map(({ id, game, preset, theme, rating }) => ({
        id,
        game,
        preset,
        theme,
        rating,
        deviation: ESTIMATED,
      })),
    };
  }

  get(id: string): ServedPuzzle {
    const { given, ...puzzle } = this.must(id);
    return { ...puzzle, best: [...puzzle.best], deviation: ESTIMATED, given: { ...given } };
  }

  private must(id: string): Puzzle {
    const puzzle = this.all.get(id);
    if (puzzle === undefined) throw new Refused('no-such-puzzle');
    return puzzle;
  }
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
    throw wrong(`is no file of puzzles: at ${issue?.path.join('.') || 'its top'}: ${issue?.message}`);
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
    if (error instanceof SyntaxError) throw wrong('is no JSON');
    throw wrong(`cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

function flawOf(puzzle: KeptPuzzle): string | undefined {
  const entry = GAMES.get(puzzle.game as Puzzle['game']);
  if (entry === undefined) return `there is no game "${puzzle.game}"`;
  if (!puzzle.id.startsWith(`${puzzle.game}-`)) return `its id does not begin with ${puzzle.game}-`;
  return flawIn(entry, puzzle as unknown as Puzzle);
}
