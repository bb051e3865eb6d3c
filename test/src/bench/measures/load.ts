/** Puts one server under a load that is bounded in count and time, and measures what a move costs it. */
import { type Measured, usedBy, withServer } from '../servers.ts';
import { isOurs, type System } from '../systems.ts';
import { settle, type WarmUp } from './settle.ts';
import { leave, playOn, quantile, seat } from './tables.ts';

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
