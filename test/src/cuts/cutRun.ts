/** Many matches of all games at once, whose lines are cut all the time. */
import { fastChance } from '@flower-war/rules';
import { type CutTally, cutMatch } from './cutMatch.ts';
import { type CUTS, CuttableLine } from './cuttable.ts';

export interface CutsWanted {
  readonly url: string;
  readonly matches: number;
  readonly seed: number;
}

export interface Cuts extends CutTally {
  readonly matches: number;
  readonly cuts: Readonly<Record<(typeof CUTS)[number], number>>;
}

/** Short enough that a match lasts a hundred changes or so. */
const GAMES = [
  { game: 'tieqchieq', options: { turnCap: 40 } },
  { game: 'flower-war', seats: 2, options: { length: 'short', roundCap: 4 } },
  { game: 'mexica', seats: 2, options: { length: 'short', roundCap: 4 } },
  { game: 'space-aztecs', seats: 2 },
];

export async function cutRun({ url, matches, seed }: CutsWanted): Promise<Cuts> {
  const all = await Promise.all(Array.from({ length: matches }, (_, i) => oneMatch(url, seed + i)));
  const sum = (count: (one: (typeof all)[number]) => number) => all.reduce((total, one) => total + count(one), 0);
  return {
    matches,
    moves: sum(({ moves }) => moves),
    changes: sum(({ changes }) => changes),
    compared: sum(({ compared }) => compared),
    cuts: { now: sum(({ cuts }) => cuts.now), down: sum(({ cuts }) => cuts.down), up: sum(({ cuts }) => cuts.up) },
    problems: all.flatMap(({ problems }) => problems),
  };
}

async function oneMatch(url: string, seed: number) {
  const lines = [await CuttableLine.to(url), await CuttableLine.to(url), await CuttableLine.to(url)] as const;
  const chance = fastChance(seed);
  const wanted = {
    ...GAMES[seed % GAMES.length],
    game: GAMES[seed % GAMES.length]?.game ?? '',
    table: { reactSeconds: 1 },
  };
  try {
    const tally = await cutMatch({ url, lines, wanted, chance });
    const cuts = (kind: (typeof CUTS)[number]) => lines.reduce((total, line) => total + line.cuts[kind], 0);
    return { ...tally, cuts: { now: cuts('now'), down: cuts('down'), up: cuts('up') } };
  } catch (error) {
    throw new Error(`seed ${seed}, ${wanted.game}`, { cause: error });
  } finally {
    for (const line of lines) line.close();
  }
}
