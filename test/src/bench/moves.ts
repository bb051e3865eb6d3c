/** What matches cost a server: as fast as the tables can play, at the pace of people, and while nothing happens. */
import { setTimeout as pause } from 'node:timers/promises';
import { type Measured, type Served, type System, usedBy, withServer } from './servers.ts';
import { leave, playMove, playOn, quantile, seat, settle, TABLES, type BenchTable, type WarmUp } from './tables.ts';

export interface Load {
  readonly milliseconds: number;
  readonly warmUp: WarmUp;
}

/** Each table plays this number of moves before it is measured. */
const BEGINNING = 100;

/** First 50 matches at the same time, then one match alone. */
export async function measureMoves(served: Served, { milliseconds, warmUp }: Load) {
  const { system } = served;
  return withServer(served, async (server) => {
    await settle(system, server, warmUp);
    const busy = await figuresOf(system, server, { matches: TABLES, milliseconds });
    const alone = await figuresOf(system, server, { matches: 1, milliseconds });
    const { movesPerCpuSecond, down, up } = busy;
    return { movesPerCpuSecond, down, up, p50: alone.p50, p99: alone.p99 };
  });
}

interface Crowd {
  readonly matches: number;
  readonly milliseconds: number;
}

/** That many matches play at the same time; when one is full, a new one takes its place. A move takes until both players see it. */
async function figuresOf(system: System, server: Measured, { matches, milliseconds }: Crowd) {
  const took: number[] = [];
  let [left, cpu, down, up] = [milliseconds, 0, 0, 0];
  while (left > 0) {
    const tables = await seat(system, server.address, matches);
    await playOn(tables, { milliseconds: left, moves: BEGINNING });
    for (const player of tables.flatMap(({ players }) => players)) player.bytesDown = player.bytesUp = 0;
    const before = await usedBy(server);
    const began = performance.now();
    for (const one of await playOn(tables, { milliseconds: left })) took.push(one); // too many for the arguments of a call
    left -= performance.now() - began;
    cpu += (await usedBy(server)).cpu - before.cpu;
    leave(tables);
    for (const { players } of tables) {
      down += players[1].bytesDown;
      up += players[0].bytesUp + players[1].bytesUp;
    }
  }
  return {
    movesPerCpuSecond: took.length / (cpu / 1e6),
    p50: quantile(took, 0.5),
    p99: quantile(took, 0.99),
    down: down / took.length,
    up: up / took.length,
  };
}

export interface Pace extends Load {
  readonly matches: number;
  /** After a warm-up flat out, as it would take many minutes at human pace, the matches go on at human pace for this long. */
  readonly beginningMs: number;
}

const EVERY_MS = 2000;

/** Many matches with a move every two seconds in each. Returns the p99 of a move, in milliseconds. */
export async function measurePace(served: Served, { matches, warmUp, beginningMs, milliseconds }: Pace) {
  return withServer(served, async (server) => {
    await settle(served.system, server, warmUp);
    const tables = await seat(served.system, server.address, matches);
    await paced(tables, beginningMs);
    const took = await paced(tables, milliseconds);
    leave(tables);
    return quantile(took, 0.99);
  });
}

/** The matches begin spread over the time between two moves. */
async function paced(tables: readonly BenchTable[], milliseconds: number): Promise<readonly number[]> {
  const began = performance.now();
  const took: number[] = [];
  const playOne = async (table: BenchTable, i: number) => {
    let next = began + (i / tables.length) * EVERY_MS;
    for (; next < began + milliseconds; next += EVERY_MS) {
      await pause(Math.max(0, next - performance.now()));
      took.push(await playMove(table));
    }
  };
  await Promise.all(tables.map(playOne));
  return took;
}

export interface IdleRun {
  readonly matches: number;
  readonly milliseconds: number;
  /** Starting and joining leave garbage to collect, and HTTP connections that close after five seconds. */
  readonly calmMs: number;
}

const THOUSAND = 1000;

/**
 * What matches cost while two players sit in each and nothing happens, at all servers at the same time, so that other load on the
 * machine weighs on all alike. For a thousand matches, beyond the empty server: `cpu` in percent of a core, `rss` in megabytes.
 */
export async function measureIdle(servers: readonly Served[], run: IdleRun) {
  const together = meetings(servers.length);
  return Promise.all(servers.map((served) => measureOneIdle(served, run, together)));
}

async function measureOneIdle(served: Served, { matches, milliseconds, calmMs }: IdleRun, together: Meet) {
  return withServer(served, async (server) => {
    await together();
    await pause(calmMs);
    const empty = await usedBy(server);
    const alone = await cpuOver(server, milliseconds / 2);
    const tables = await seat(served.system, server.address, matches);
    await together();
    await pause(calmMs);
    const cpu = (await cpuOver(server, milliseconds)) - alone;
    const { rss } = await usedBy(server);
    leave(tables);
    const scale = THOUSAND / matches;
    return { cpu: cpu * 100 * scale, rss: ((rss - empty.rss) / 1024 ** 2) * scale };
  });
}

type Meet = () => Promise<void>;

/** A meeting point: each caller waits until all have come. It can be used again and again. */
function meetings(people: number): Meet {
  let waiting: (() => void)[] = [];
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length < people) return;
      for (const go of waiting) go();
      waiting = [];
    });
}

/** The part of a core that the server used during this time. */
async function cpuOver(server: Measured, milliseconds: number): Promise<number> {
  const before = await usedBy(server);
  const began = performance.now();
  await pause(milliseconds);
  const after = await usedBy(server);
  return (after.cpu - before.cpu) / 1000 / (performance.now() - began);
}
