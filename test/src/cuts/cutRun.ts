/** Many matches of all games at once, whose lines are cut all the time. */
import { fastChance } from '@flower-war/rules';
import { type CutTally, cutMatch } from './cutMatch.ts';

export interface CutsWanted {
  readonly url: string;
  readonly matches: number;
  readonly seed: number;
  /** After so many moves of its own a player gives up; without it matches are played to their end. */
  readonly mostMoves?: number;
}

/** Short enough that a match lasts a hundred changes or so. */
const GAMES = [
  { game: 'tieqchieq', options: { turnCap: 40 } },
  { game: 'flower-war', seats: 2, options: { length: 'short', roundCap: 4 } },
  { game: 'mexica', seats: 2, options: { length: 'short', roundCap: 4 } },
  { game: 'space-aztecs', seats: 2 },
] as const;

export async function cutRun({ matches, ...wanted }: CutsWanted): Promise<CutTally> {
  const all = await Promise.all(Array.from({ length: matches }, (_, i) => oneMatch(wanted, wanted.seed + i)));
  const sum = (count: (one: CutTally) => number) => all.reduce((total, one) => total + count(one), 0);
  return {
    moves: sum(({ moves }) => moves),
    shown: sum(({ shown }) => shown),
    compared: sum(({ compared }) => compared),
    cuts: { now: sum(({ cuts }) => cuts.now), down: sum(({ cuts }) => cuts.down), up: sum(({ cuts }) => cuts.up) },
    problems: all.flatMap(({ problems }) => problems),
  };
}

type OneMatch = Omit<CutsWanted, 'matches' | 'seed'>;

async function oneMatch({ url, mostMoves = Number.POSITIVE_INFINITY }: OneMatch, seed: number): Promise<CutTally> {
  const game = GAMES[seed % GAMES.length] ?? GAMES[0];
  try {
    return await cutMatch({
      url,
      wanted: { ...game, table: { reactSeconds: 1 } },
      chance: fastChance(seed),
      mostMoves,
    });
  } catch (error) {
    throw new Error(`seed ${seed}, ${game.game}`, { cause: error });
  }
}
