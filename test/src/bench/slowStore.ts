/** Signs of life and moves of three processes whose way to PostgreSQL is slow. */
import { setTimeout as pause } from 'node:timers/promises';
import { Cluster } from '../lab/cluster.ts';
import { SETTINGS } from './house.ts';
import { Mover } from './movers.ts';

export interface SlowStoreWanted {
  readonly delays: readonly number[];
  readonly tables: number;
  readonly seconds: number;
  readonly onRow: (row: SlowStoreRow) => void;
}

/** Milliseconds, the shortest first. */
export interface SlowStoreRow {
  /** Each way. */
  readonly delay: number;
  /** How old the last sign of life of each process was, by the clock of the store, at each look. */
  readonly ages: readonly number[];
  /** Processes that others declared dead although they lived. */
  readonly falseDeaths: number;
  readonly moves: readonly number[];
}

const THINKING_MS = 200;
const CALM_MS = 5000;
const LOOK_EVERY_MS = 100;
const AGES = `SELECT extract(epoch FROM clock_timestamp()) * 1000 - renewed_at AS age FROM processes WHERE ended_at IS NULL`;

export async function measureSlowStore(wanted: SlowStoreWanted): Promise<void> {
  const cluster = await Cluster.start({ processes: 3, settings: SETTINGS });
  try {
    const movers = await Promise.all(
      Array.from({ length: wanted.tables }, () => Mover.start(cluster.url, THINKING_MS)),
    );
    for (const delay of wanted.delays) {
      for (const { toDatabase } of cluster.processes) toDatabase.delay(delay);
      await pause(CALM_MS);
      wanted.onRow(await row({ cluster, movers, delay, seconds: wanted.seconds }));
    }
    await Promise.all(movers.map((mover) => mover.stop()));
  } finally {
    await cluster.stop();
  }
}

interface Asked {
  readonly cluster: Cluster;
  readonly movers: readonly Mover[];
  readonly delay: number;
  readonly seconds: number;
}

async function row({ cluster, movers, delay, seconds }: Asked): Promise<SlowStoreRow> {
  const began = performance.now();
  const restarts = () => cluster.processes.reduce((sum, one) => sum + one.restarts, 0);
  const before = restarts();
  const ages: number[] = [];
  for (; performance.now() - began < seconds * 1000; await pause(LOOK_EVERY_MS))
    ages.push(...(await cluster.ask(AGES)).map(({ age }) => Number(age)));
  const accepted = movers.flatMap((mover) => mover.accepted.filter(({ sentAt }) => sentAt > began));
  const moves = accepted.map(({ sentAt, at }) => at - sentAt);
  const sorted = (all: readonly number[]) => all.toSorted((a, b) => a - b);
  return { delay, ages: sorted(ages), falseDeaths: restarts() - before, moves: sorted(moves) };
}
