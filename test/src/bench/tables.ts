/** Tables of two at one server, how they play, and how long a server must play until it is measured. */
import { setTimeout as pause } from 'node:timers/promises';
import { type BenchSeat, NEW_MATCH } from './seats.ts';
import { type Measured, type System, usedBy } from './servers.ts';

export interface BenchTable {
  readonly players: readonly [BenchSeat, BenchSeat];
  turn: number;
}

/** A match that has more moves than this may end by itself, because its record is full. */
const MOST_MOVES = 4500;

/** What tells the first player of the second has come by then: later it would be taken for a move. */
const CALM_MS = 50;

export async function seat(system: System, address: string, matches: number): Promise<readonly BenchTable[]> {
  const tables: BenchTable[] = [];
  for (let match = 0; match < matches; match++) {
    const [red, yellow] = await NEW_MATCH[system](address);
    tables.push({ players: [await red(), await yellow()], turn: 0 });
  }
  await pause(CALM_MS);
  return tables;
}

/** Plays one move. Returns how many milliseconds it took until the mover had the answer and both players saw it. */
export async function playMove(table: BenchTable): Promise<number> {
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
  tables: readonly BenchTable[],
  { milliseconds, moves = MOST_MOVES }: Play,
): Promise<readonly number[]> {
  const until = performance.now() + milliseconds;
  const took: number[] = [];
  const playOne = async (table: BenchTable) => {
    while (performance.now() < until && table.turn < moves) took.push(await playMove(table));
  };
  await Promise.all(tables.map(playOne));
  return took;
}

export function leave(tables: readonly BenchTable[]): void {
  for (const { players } of tables) for (const player of players) player.close();
}

export function quantile(numbers: readonly number[], share: number): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * share)] ?? Number.NaN;
}

export interface WarmUp {
  /** How long the cost of a move is counted before it is compared with the cost before. */
  readonly windowMs: number;
  /** Neither fewer moves nor less time than one of these. */
  readonly leastMoves: number;
  readonly leastMs: number;
  /** After this time it is over, settled or not. */
  readonly mostMs: number;
}

/** That play at the same time where many do. */
export const TABLES = 50;
/** Two costs that differ by no more are nearly the same. */
const NEARLY = 0.05;

/**
 * A fresh server plays slowly until Node has compiled what it uses most. This server needs some 150 000 moves for that,
 * a bare room a tenth of them. So each is warmed up until a move costs no less than it did before.
 */
export async function settle(system: System, server: Measured, warmUp: WarmUp): Promise<void> {
  const began = performance.now();
  const spent = () => performance.now() - began;
  let [moves, before] = [0, Number.POSITIVE_INFINITY];
  while (spent() < warmUp.mostMs) {
    const one = await windowOf(system, server, warmUp.windowMs);
    moves += one.moves;
    const isEnough = moves >= warmUp.leastMoves || spent() >= warmUp.leastMs;
    if (isEnough && Math.abs(one.cost / before - 1) <= NEARLY) return;
    before = one.cost;
  }
}

export interface Times {
  readonly least: number;
  readonly most: number;
}

/** Repeats what has a cost until it costs nearly the same twice. Returns the last cost. */
export async function whenSettled(cost: () => Promise<number>, { least, most }: Times): Promise<number> {
  let [before, last] = [Number.POSITIVE_INFINITY, await cost()];
  for (let times = 1; times < most && (times < least || Math.abs(last / before - 1) > NEARLY); times++)
    [before, last] = [last, await cost()];
  return last;
}

/** Each window has tables of its own, since a match has an end. To take the seats is not counted. */
async function windowOf(system: System, server: Measured, milliseconds: number) {
  const tables = await seat(system, server.address, TABLES);
  const before = await usedBy(server);
  const moves = (await playOn(tables, { milliseconds })).length;
  const cost = ((await usedBy(server)).cpu - before.cpu) / moves;
  leave(tables);
  return { moves, cost };
}
