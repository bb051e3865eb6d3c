/** Many matches at human pace: a move every two seconds in each, and how long it takes until both players see it. */
import { setTimeout as pause } from 'node:timers/promises';
import { type Served, usedBy, withServer } from '../servers.ts';
import { settle, type WarmUp } from './settle.ts';
import { leave, playMove, quantile, seat, type Table } from './tables.ts';

export interface PaceFigures {
  readonly p50: number;
  readonly p99: number;
  /** Percent of a core. */
  readonly cpu: number;
}

export interface Pace {
  readonly matches: number;
  /** Flat out, because it would take many minutes at human pace until Node has compiled what a move uses. */
  readonly warmUp: WarmUp;
  /** Then the same goes on for so long before it is measured. */
  readonly beginningMs: number;
  readonly milliseconds: number;
}

const EVERY_MS = 2000;

export async function measurePace(served: Served, pace: Pace): Promise<PaceFigures> {
  const { matches, warmUp, beginningMs, milliseconds } = pace;
  return withServer(served, async (server) => {
    await settle(served.system, server, warmUp);
    const tables = await seat(served.system, server.address, matches);
    await paced(tables, beginningMs);
    const before = await usedBy(server);
    const took = await paced(tables, milliseconds);
    const cpu = ((await usedBy(server)).cpu - before.cpu) / 1000 / milliseconds;
    leave(tables);
    return { p50: quantile(took, 0.5), p99: quantile(took, 0.99), cpu: cpu * 100 };
  });
}

/** The matches begin spread over the time between two moves. */
async function paced(tables: readonly Table[], milliseconds: number): Promise<readonly number[]> {
  const began = performance.now();
  const took: number[] = [];
  const playOne = async (table: Table, i: number) => {
    let next = began + (i / tables.length) * EVERY_MS;
    for (; next < began + milliseconds; next += EVERY_MS) {
      await pause(Math.max(0, next - performance.now()));
      took.push(await playMove(table));
    }
  };
  await Promise.all(tables.map(playOne));
  return took;
}
