/**
 * npm run do -- crash --count 50 --seed 1 [--tally FILE]: kills a playing server `count` times. A tally adds up runs.
 * With --temples a player plays with a temple, and the run counts beads instead.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { commandLine, SEED } from '@flower-war/protocol/command-line';
import { beadRun, crashRun } from '../src/lab/crash.ts';

const { values } = commandLine({
  name: 'do -- crash',
  does: 'kills a playing server again and again',
  flags: {
    count: { kind: 'whole', usual: 20, least: 1, tells: 'how often' },
    seed: SEED,
    tally: { kind: 'text', of: 'FILE', tells: 'adds up the runs' },
    temples: { kind: 'switch', tells: 'a player plays with a temple, and the run counts beads' },
  },
});
const run = { kills: values.count, seed: values.seed ?? Date.now() % 1_000_000, log: console.log };
console.log(`seed ${run.seed}, ${run.kills} kills`);
const { problems, ...counted } = values.temples ? await beadRun(run) : await crashRun(run);
const { lost, twice } = counted;
const tally = { kills: run.kills, ...numbersIn(counted), problems: problems.length };
console.log('this run:', JSON.stringify(tally));
for (const problem of problems) console.error(problem);
if (values.tally !== undefined) console.log('in all:', JSON.stringify(addTo(values.tally, tally)));
process.exit(lost + twice + problems.length > 0 ? 1 : 0);

/** What adds up over runs. */
function numbersIn(counted: object): Record<string, number> {
  return Object.fromEntries(
    Object.entries(counted).filter(([name, count]) => typeof count === 'number' && name !== 'longestPaid'),
  );
}

function addTo(file: string, counts: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  const before = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as typeof counts) : {};
  const total = Object.fromEntries(Object.entries(counts).map(([name, n]) => [name, n + (before[name] ?? 0)]));
  writeFileSync(file, JSON.stringify(total));
  return total;
}
