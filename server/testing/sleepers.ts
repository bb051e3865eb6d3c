/**
 * Fills a data folder with matches that sleep until their clock runs out, as a server that was stopped in order leaves them.
 * The records are real: each entry follows from the rules, and is sealed with the hash of the one before.
 */
import { type Data, openData } from '../src/store/openData.ts';
import { type Sleeper, SleeperPen, type Sleeping } from './sleeperPen.ts';

export interface SleepersWanted {
  /** The data folder, which no server may use meanwhile. */
  readonly folder: string;
  readonly matches: number;
  /** When the clock of the nth match runs out, in milliseconds since 1970. It is asked when the match is written. */
  readonly dueAt: (nth: number) => number;
  readonly signal?: AbortSignal;
}

const AT_ONCE = 500;
/** A person plays so many matches by correspondence. */
const MATCHES_OF_A_PERSON = 50;

export async function writeSleepers({ folder, signal, ...wanted }: SleepersWanted): Promise<readonly Sleeper[]> {
  const data = await openData({
    JOURNAL: 'sqlite',
    DATA_DIR: folder,
    DURABILITY: 'process',
    DATABASE_URL: '',
    PROCESS_NAME: '',
  });
  try {
    const players = await newPlayers(data, Math.max(2, Math.ceil((wanted.matches * 2) / MATCHES_OF_A_PERSON)));
    const written: Sleeper[] = [];
    while (written.length < wanted.matches) {
      signal?.throwIfAborted();
      written.push(...(await writeSome(data, { ...wanted, players, from: written.length })));
    }
    await data.journal.releaseAll(data.self.id);
    return written;
  } finally {
    await data.journal.close();
    data.letGo();
  }
}

async function newPlayers({ stores }: Data, many: number): Promise<readonly string[]> {
  const players = Array.from({ length: many }, (_, nth) => `p-SLEEPER${nth}`);
  const createdAt = Date.now();
  for (const player of players) await stores.people.add({ player, name: `Sleeper ${player.slice(9)}`, createdAt });
  return players;
}

interface Some extends Pick<SleepersWanted, 'matches' | 'dueAt'> {
  readonly players: readonly string[];
  readonly from: number;
}

async function writeSome(
  { journal, self }: Data,
  { matches, dueAt, players, from }: Some,
): Promise<readonly Sleeper[]> {
  const pen = new SleeperPen(self.id);
  const many = Math.min(AT_ONCE, matches - from);
  const pairOf = (nth: number) => [at(players, nth * 2), at(players, nth * 2 + 1)] as const;
  const some = Array.from({ length: many }, (_, nth): Sleeping => pen.write(pairOf(from + nth), dueAt(from + nth)));
  const outcomes = await Promise.all(some.flatMap(({ appends }) => appends).map((one) => journal.append(one)));
  if (outcomes.includes('conflict')) throw new Error('a match was in the data already: give a folder of its own');
  return some.map(({ sleeper }) => sleeper);
}

function at(players: readonly string[], nth: number): string {
  return players[nth % players.length] ?? '';
}
