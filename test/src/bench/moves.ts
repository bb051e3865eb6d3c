/** What a move costs a server and how long it takes: as fast as the tables can play, and at the pace of people. */
import { setTimeout as pause } from 'node:timers/promises';
import { isOurs, type Measured, type Served, type System, usedBy, withServer } from './servers.ts';
import { leave, playMove, playOn, quantile, seat, settle, type Table, type WarmUp } from './tables.ts';

export interface Figures {
  readonly movesPerCpuSecond: number;
  /** Milliseconds of a move until both players see it. */
  readonly p50: number;
  readonly p99: number;
  readonly bytesDown: number;
  readonly bytesUp: number;
}

export interface Load {
  readonly milliseconds: number;
  readonly warmUp: WarmUp;
  /** Another checkout, whose server is measured instead of this one's. */
  readonly checkout?: string | undefined;
  /** The flags of Node of that checkout, if it is not to have those of this one. */
  readonly flags?: readonly string[] | undefined;
}

export interface Loaded {
  readonly busy: Figures;
  readonly alone: Figures;
  /** Whether the warm-up went on until a move cost no less. */
  readonly hasSettled: boolean;
}

const TABLES = 50;
/** Each table plays so many moves before it is measured. */
const BEGINNING = 100;

/** First 50 matches at the same time, then one match alone, at the same server. */
export async function measure(system: System, load: Load): Promise<Loaded> {
  const other = isOurs(system) ? { checkout: load.checkout, flags: load.flags } : {};
  return withServer({ system, ...other }, async (server) => {
    const hasSettled = await settle(system, server, load.warmUp);
    const busy = await figuresOf(system, server, { matches: TABLES, milliseconds: load.milliseconds });
    const alone = await figuresOf(system, server, { matches: 1, milliseconds: load.milliseconds });
    return { busy, alone, hasSettled };
  });
}

type Pair = readonly [ours: Loaded, theirs: Loaded];

/**
 * This checkout's server and that of an earlier one, both warm. They take turns of a part of a second, so that a machine whose
 * speed changes favours neither.
 */
export function measureInTurns(
  system: System,
  { milliseconds, warmUp, checkout, flags }: Load,
  turns: number,
): Promise<Pair[]> {
  return withServer({ system }, (ours) =>
    withServer({ system, checkout, flags }, async (theirs) => {
      const settled = { ours: await settle(system, ours, warmUp), theirs: await settle(system, theirs, warmUp) };
      const pairs: Pair[] = [];
      for (let turn = 0; turn < turns; turn++) {
        const one = async (server: Measured, hasSettled: boolean): Promise<Loaded> => ({
          busy: await figuresOf(system, server, { matches: TABLES, milliseconds: milliseconds / turns }),
          alone: await figuresOf(system, server, { matches: 1, milliseconds: milliseconds / turns }),
          hasSettled,
        });
        const first = turn % 2 === 0 ? await one(ours, settled.ours) : undefined;
        const second = await one(theirs, settled.theirs);
        pairs.push([first ?? (await one(ours, settled.ours)), second]);
      }
      return pairs;
    }),
  );
}

/** So many matches at the same time; when one is full, a new one takes its place. */
interface Crowd {
  readonly matches: number;
  readonly milliseconds: number;
}

async function figuresOf(system: System, server: Measured, { matches, milliseconds }: Crowd): Promise<Figures> {
  const parts: Part[] = [];
  for (let left = milliseconds; left > 0; ) {
    const part = await partOf(system, server, { matches, milliseconds: left });
    left -= part.milliseconds;
    parts.push(part);
  }
  const took = parts.flatMap((part) => part.took);
  const sum = (pick: (part: Part) => number) => parts.reduce((total, part) => total + pick(part), 0);
  return {
    movesPerCpuSecond: took.length / (sum(({ microseconds }) => microseconds) / 1e6),
    p50: quantile(took, 0.5),
    p99: quantile(took, 0.99),
    bytesDown: sum(({ down }) => down) / took.length,
    bytesUp: sum(({ up }) => up) / took.length,
  };
}

interface Part {
  readonly took: readonly number[];
  readonly milliseconds: number;
  readonly microseconds: number;
  readonly down: number;
  readonly up: number;
}

async function partOf(system: System, server: Measured, { matches, milliseconds }: Crowd): Promise<Part> {
  const tables = await seat(system, server.address, matches);
  await playOn(tables, { milliseconds, moves: BEGINNING });
  const all = tables.flatMap(({ players }) => players);
  for (const player of all) player.bytesDown = player.bytesUp = 0;
  const before = await usedBy(server);
  const began = performance.now();
  const took = await playOn(tables, { milliseconds });
  const spent = performance.now() - began;
  const microseconds = (await usedBy(server)).cpu - before.cpu;
  leave(tables);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
  return {
    took,
    milliseconds: spent,
    microseconds,
    down: sum(tables.map(({ players: [, watcher] }) => watcher.bytesDown)),
    up: sum(all.map(({ bytesUp }) => bytesUp)),
  };
}

interface PaceFigures {
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

/** Many matches with a move every two seconds in each. */
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
