/**
 * npm run bench:slow-disk [-- --rounds 3 --seconds 5 --delay 100 --tables 10]: what waits while every sync of the disk takes
 * long. Only moves may. Needs Linux and gcc.
 */
import { commandLine } from '@flower-war/protocol/command-line';
import { MOVES, measureSlowDisk, type Waited } from '../../src/bench/slowDisk.ts';
import { noSlowSyncs } from '../../src/slow-disk/slowSyncs.ts';

/** The slowest hundredth may take this many times as long as with a fast disk. */
const MOST = 2;

const { values } = commandLine({
  name: 'bench:slow-disk',
  does: 'measures what waits while every sync of the disk takes long',
  flags: {
    rounds: { kind: 'whole', usual: 3, least: 1, tells: 'how often' },
    seconds: { kind: 'number', usual: 5, least: 1, tells: 'how long each time' },
    delay: { kind: 'number', usual: 100, least: 1, tells: 'milliseconds of a sync' },
    tables: { kind: 'whole', usual: 10, least: 1, tells: 'matches at a time' },
  },
});
const { rounds, seconds, delay: delayMs, tables } = values;
if (noSlowSyncs !== undefined) {
  console.error(noSlowSyncs);
  process.exit(2);
}

const waited = await measureSlowDisk({ rounds, seconds, delayMs, tables });
console.log(
  `${tables} tables of two, ${rounds} times ${seconds} s each; milliseconds without and with ${delayMs} ms more for a sync`,
);
console.log(`${waited.slowSyncs} slow syncs, ${waited.inMainThread} of them in the main thread`);
print(['', 'p50', 'p50 slow', 'p99', 'p99 slow', 'x']);
const late = [...waited.calm.keys()].filter((name) => row(name, waited) > MOST && name !== MOVES);
if (late.length > 0) console.error(`more than ${MOST} times as long: ${late.join(', ')}`);
const hasBitten = waited.slowSyncs >= rounds * seconds && at(waited.slow.get(MOVES), 0.5) > delayMs;
if (!hasBitten) console.error('the slow disk did not slow moves down, so this run says nothing');
process.exit(late.length > 0 || waited.inMainThread > 0 || !hasBitten ? 1 : 0);

/** Prints a row. Returns how many times as long the slowest hundredth took with the slow disk. */
function row(name: string, { calm, slow }: Waited): number {
  const [before, after] = [calm.get(name), slow.get(name)];
  const times = at(after, 0.99) / at(before, 0.99);
  print([
    name,
    ...[at(before, 0.5), at(after, 0.5), at(before, 0.99), at(after, 0.99), times].map((ms) => ms.toFixed(1)),
  ]);
  return times;
}

function at(list: readonly number[] = [], share: number): number {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length * share)] ?? Number.NaN;
}

function print([name = '', ...cells]: readonly string[]): void {
  console.log(name.padEnd(24) + cells.map((cell) => cell.padStart(10)).join(''));
}
