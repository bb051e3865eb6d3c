/** What a move costs a server and how long it takes: as fast as the tables can play, and at the pace of people. */
import { setTimeout as pause } from 'node:timers/promises';
import { isOurs, type Measured, type Served, type System, usedBy, withServer } from './servers.ts';
import { leave, playMove, playOn, quantile, seat, settle, TABLES, type Table, type WarmUp } from './tables.ts';

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
}

/** Each table plays this number of moves before it is measured. */
const BEGINNING = 100;

/** Also tells whether the warm-up went on until a move cost no less. */
export async function measure(system: System, load: Load): Promise<Loaded & { readonly hasSettled: boolean }> {
  const other = isOurs(system) ? { checkout: load.checkout, flags: load.flags } : {};
  return withServer({ system, ...other }, async (server) => {
    const hasSettled = await settle(system, server, load.warmUp);
    return { ...(await loaded(system, server, load.milliseconds)), hasSettled };
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
      for (const server of [ours, theirs]) await settle(system, server, warmUp);
      const one = (server: Measured) => loaded(system, server, milliseconds / turns);
      const pairs: Pair[] = [];
      for (let turn = 0; turn < turns; turn++) {
        const first = turn % 2 === 0 ? await one(ours) : undefined;
        const second = await one(theirs);
        pairs.push([first ?? (await one(ours)), second]);
      }
      return pairs;
    }),
  );
}

/** First 50 matches at the same time, then one match alone, at the same server. */
async function loaded(system: System, server: Measured, milliseconds: number): Promise<Loaded> {
  const busy = await figuresOf(system, server, { matches: TABLES, milliseconds });
  return { busy, alone: await figuresOf(system, server, { matches: 1, milliseconds }) };
}

/** This number of matches at the same time; when one is full, a new one takes its place. */
interface Crowd {
  readonly matches: number;
  readonly milliseconds: number;
}

async function figuresOf(system: System, server: Measured, { matches, milliseconds }: Crowd): Promise<Figures> {
  let took: readonly number[] = [];
  let [left, cpu, bytesDown, bytesUp] = [milliseconds, 0, 0, 0];
  while (left > 0) {
    const tables = await seat(system, server.address, matches);
    await playOn(tables, { milliseconds: left, moves: BEGINNING });
    for (const player of tables.flatMap(({ players }) => players)) player.bytesDown = player.bytesUp = 0;
    const before = await usedBy(server);
    const began = performance.now();
    took = [...took, ...(await playOn(tables, { milliseconds: left }))];
    left -= performance.now() - began;
    cpu += (await usedBy(server)).cpu - before.cpu;
    leave(tables);
    for (const {
      players: [first, second],
    } of tables) {
      bytesDown += second.bytesDown;
      bytesUp += first.bytesUp + second.bytesUp;
    }
  }
  return {
    movesPerCpuSecond: took.length / (cpu / 1e6),
    p50: quantile(took, 0.5),
    p99: quantile(took, 0.99),
    bytesDown: bytesDown / took.length,
    bytesUp: bytesUp / took.length,
  };
}

export interface Pace {
  readonly matches: number;
  /** Flat out, because it would take many minutes at human pace until Node has compiled what a move uses. */
  readonly warmUp: WarmUp;
  /** Then the matches go on at human pace for this long before they are measured. */
  readonly beginningMs: number;
  readonly milliseconds: number;
}

const EVERY_MS = 2000;

/** Many matches with a move every two seconds in each. `cpu`: percent of a core. */
export async function measurePace(served: Served, { matches, warmUp, beginningMs, milliseconds }: Pace) {
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
