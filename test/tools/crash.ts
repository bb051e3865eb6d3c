/**
 * npm run test:crash -- --count 50 --seed 1 [--tally FILE]: kills a playing server `count` times. A tally adds up runs.
 * With --temples a player plays with a temple, and the run counts beads instead.
 */
import { commandLine, SEED } from '@flower-war/protocol/command-line';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { beadRun } from '../src/crash/beads.ts';
import { crashRun, type Tally } from '../src/crash/crashRun.ts';

const { values } = commandLine({
  name: 'test:crash',
  does: 'kills a playing server again and again',
  flags: {
    count: { kind: 'whole', usual: 20, least: 1, tells: 'how often' },
    seed: SEED,
    tally: { kind: 'text', of: 'FILE', tells: 'adds up the runs' },
    temples: { kind: 'switch', tells: 'a player plays with a temple, and the run counts beads' },
  },
});
const { count: kills } = values;
const seed = values.seed ?? Date.now() % 1_000_000;

console.log(`seed ${seed}, ${kills} kills`);
if (values.temples) {
  const { problems, ...beads } = await beadRun({ kills, seed, log: console.log });
  console.log(JSON.stringify(beads));
  for (const problem of problems) console.error(problem);
  process.exit(beads.lost + beads.twice + problems.length > 0 ? 1 : 0);
}
const tally = await crashRun({ kills, seed, log: console.log });
console.log(lineOf('this run', tally));
for (const problem of tally.problems) console.error(problem);
if (values.tally !== undefined) console.log(lineOf('in all', addTo(values.tally, tally)));
process.exit(tally.lost + tally.twice + tally.problems.length > 0 ? 1 : 0);

function lineOf(name: string, { kills: killed, matches, lost, twice, ...told }: Tally): string {
  const { accepted, agreed, said, notices } = told;
  const all = `${accepted} accepted moves, ${agreed} agreements, ${said} lines, ${notices} notices`;
  return `${name}: ${killed} kills, ${matches} matches, ${all}: ${lost} lost, ${twice} twice`;
}

function addTo(file: string, run: Tally): Tally {
  const before: Tally | undefined = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  const added = (name: Exclude<keyof Tally, 'problems'>) => run[name] + (before?.[name] ?? 0);
  const total = {
    kills: added('kills'),
    matches: added('matches'),
    accepted: added('accepted'),
    agreed: added('agreed'),
    said: added('said'),
    notices: added('notices'),
    lost: added('lost'),
    twice: added('twice'),
    problems: [...(before?.problems ?? []), ...run.problems],
  };
  writeFileSync(file, JSON.stringify(total));
  return total;
}
