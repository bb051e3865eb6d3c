/** Tables of two at one server, and how they play. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Seated } from '../peers/seated.ts';
import { NEW_MATCH, type System } from '../systems.ts';

export interface Table {
  readonly players: readonly [Seated, Seated];
  turn: number;
}

/** A match that has more moves than this may end by itself, because its record is full. */
const MOST_MOVES = 4500;

/** What tells the first player of the second has come by then: later it would be taken for a move. */
const CALM_MS = 50;

export async function seat(system: System, address: string, matches: number): Promise<readonly Table[]> {
  const tables: Table[] = [];
  for (let match = 0; match < matches; match++) {
    const [red, yellow] = await NEW_MATCH[system](address);
    tables.push({ players: [await red(), await yellow()], turn: 0 });
  }
  await pause(CALM_MS);
  return tables;
}

/** Plays one move. Returns how many milliseconds it took until the mover had the answer and both players saw it. */
export async function playMove(table: Table): Promise<number> {
  const [first, second] = table.players;
  const wanted = [first.views + 1, second.views + 1] as const;
  const mover = table.turn % 2 === 0 ? first : second;
  const began = performance.now();
  await Promise.all([mover.play(table.turn), first.seen(wanted[0]), second.seen(wanted[1])]);
  table.turn++;
  return performance.now() - began;
}

export interface Play {
  readonly milliseconds: number;
  /** Of each table, since it began. */
  readonly moves?: number;
}

/** Each table plays as fast as it can, until the time or its moves are used up. Returns how long each move took. */
export async function playOn(
  tables: readonly Table[],
  { milliseconds, moves = MOST_MOVES }: Play,
): Promise<readonly number[]> {
  const until = performance.now() + milliseconds;
  const took: number[] = [];
  const playOne = async (table: Table) => {
    while (performance.now() < until && table.turn < moves) took.push(await playMove(table));
  };
  await Promise.all(tables.map(playOne));
  return took;
}

export function leave(tables: readonly Table[]): void {
  for (const { players } of tables) for (const player of players) player.close();
}

export function quantile(numbers: readonly number[], share: number): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * share)] ?? Number.NaN;
}
