/**
 * A fresh server plays slowly until Node has compiled what it uses most. This server needs some 150 000 moves for that,
 * a bare room a tenth of them. So each is warmed up until a move costs no less than it did before.
 */
import { type Measured, usedBy } from '../servers.ts';
import type { System } from '../systems.ts';
import { leave, playOn, seat } from './tables.ts';

export interface WarmUp {
  /** How long the cost of a move is counted before it is compared with the cost before. */
  readonly windowMs: number;
  /** Neither fewer moves nor less time than one of these. */
  readonly leastMoves: number;
  readonly leastMs: number;
  /** After so long it is over, settled or not. */
  readonly mostMs: number;
}

const TABLES = 50;
/** Two costs that differ by no more are nearly the same. */
const NEARLY = 0.05;

/** Returns whether the cost of a move has settled. */
export async function settle(system: System, server: Measured, warmUp: WarmUp): Promise<boolean> {
  const began = performance.now();
  const spent = () => performance.now() - began;
  let [moves, before] = [0, Number.POSITIVE_INFINITY];
  while (spent() < warmUp.mostMs) {
    const one = await windowOf(system, server, warmUp.windowMs);
    moves += one.moves;
    const isEnough = moves >= warmUp.leastMoves || spent() >= warmUp.leastMs;
    if (isEnough && Math.abs(one.cost / before - 1) <= NEARLY) return true;
    before = one.cost;
  }
  return false;
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
