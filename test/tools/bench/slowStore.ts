/**
 * npm run bench:slow-store [-- --seconds 20 --tables 12]: signs of life and moves of three processes whose way to PostgreSQL is
 * slow. It ends with code 1 if a living process was declared dead.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { commandLine } from '@flower-war/protocol/command-line';
import { CLUSTER_SETTINGS, Mover } from '../../src/bench/movers.ts';
import { Cluster, noCluster } from '../../src/lab/cluster.ts';
import { at } from '../../src/lab/chaos.ts';

/** Milliseconds each way. */
const DELAYS = [0, 5, 25, 50, 100, 200];

const THINKING_MS = 200;
const CALM_MS = 5000;
const LOOK_EVERY_MS = 100;
const AGES = `SELECT extract(epoch FROM clock_timestamp()) * 1000 - renewed_at AS age FROM processes WHERE ended_at IS NULL`;

const { values } = commandLine({
  name: 'bench:slow-store',
  does: 'measures signs of life and moves of three processes whose way to PostgreSQL is slow',
  flags: {
    seconds: { kind: 'number', usual: 20, least: 1, tells: 'how long each delay lasts' },
    tables: { kind: 'whole', usual: 12, least: 1, tells: 'matches at a time' },
  },
});
if (noCluster !== undefined) {
  console.error(noCluster);
  process.exit(2);
}

let falseDeaths = 0;
print(['each way', 'age p50', 'age max', 'false deaths', 'moves', 'move p50', 'move p99']);
const cluster = await Cluster.start({ processes: 3, settings: CLUSTER_SETTINGS });
try {
  const movers = await Promise.all(Array.from({ length: values.tables }, () => Mover.start(cluster.url, THINKING_MS)));
  for (const delay of DELAYS) {
    for (const { toDatabase } of cluster.processes) toDatabase.delay(delay);
    await pause(CALM_MS);
    await measureRow(delay, movers);
  }
  await Promise.all(movers.map((mover) => mover.stop()));
} finally {
  await cluster.stop();
}
process.exit(falseDeaths > 0 ? 1 : 0);

/** Prints how old the signs of life are by the clock of the store, who was declared dead, and how long moves take. */
async function measureRow(delay: number, movers: readonly Mover[]): Promise<void> {
  const began = performance.now();
  const restarts = () => cluster.processes.reduce((sum, one) => sum + one.restarts, 0);
  const before = restarts();
  const ages: number[] = [];
  for (; performance.now() - began < values.seconds * 1000; await pause(LOOK_EVERY_MS))
    ages.push(...(await cluster.ask(AGES)).map(({ age }) => Number(age)));
  const accepted = movers.flatMap((mover) => mover.accepted.filter(({ sentAt }) => sentAt > began));
  const sorted = (all: readonly number[]) => all.toSorted((a, b) => a - b);
  const [age, moves] = [sorted(ages), sorted(accepted.map((one) => one.at - one.sentAt))];
  const died = restarts() - before;
  falseDeaths += died;
  const figures = [at(age, 0.5), at(age, 1), died, moves.length, at(moves, 0.5), at(moves, 0.99)];
  print([`${delay} ms`, ...figures.map((figure) => figure.toFixed(0))]);
}

function print(cells: readonly string[]): void {
  console.log(cells.map((cell) => cell.padStart(13)).join(''));
}
