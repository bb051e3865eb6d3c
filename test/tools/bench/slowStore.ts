/**
 * npm run bench:slow-store [-- --seconds 20 --tables 12]: signs of life and moves of three processes whose way to PostgreSQL is
 * slow. It ends with code 1 if a living process was declared dead.
 */
import { commandLine } from '@flower-war/protocol/command-line';
import { measureSlowStore, type SlowStoreRow } from '../../src/bench/slowStore.ts';
import { noCluster } from '../../src/lab/cluster.ts';
import { at } from '../../src/lab/chaos.ts';

/** Milliseconds each way. */
const DELAYS = [0, 5, 25, 50, 100, 200];

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
await measureSlowStore({ ...values, delays: DELAYS, onRow: tell });
process.exit(falseDeaths > 0 ? 1 : 0);

function tell({ delay, ages, falseDeaths: died, moves }: SlowStoreRow): void {
  falseDeaths += died;
  const figures = [at(ages, 0.5), at(ages, 1), died, moves.length, at(moves, 0.5), at(moves, 0.99)];
  print([`${delay} ms`, ...figures.map((figure) => figure.toFixed(0))]);
}

function print(cells: readonly string[]): void {
  console.log(cells.map((cell) => cell.padStart(13)).join(''));
}
