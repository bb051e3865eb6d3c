/** `npm run do -- simulate-house`: the whole house in virtual time, from a seed. */
import { isDeepStrictEqual } from 'node:util';
import { commandLine, refuse, SEED } from '@flower-war/protocol/command-line';
import { STRIKES, STRIKES_APART_MS } from '../src/simulation/club/behaviour.ts';
import { FAULTS, type Outcome, planned, type WorldPlan } from '../src/simulation/faults.ts';
import { shrunk, simulate, TABLES } from '../src/simulation/simulate.ts';

const MINUTES = 3;
const MINUTE_MS = 60_000;
const MINUTES_A_DAY = 24 * 60;
const LAST_LINES = 40;

process.noDeprecation = true; // of libraries, which Node tells of only outside of node_modules

const { values } = commandLine({
  name: 'do -- simulate-house',
  does: 'runs servers, front door, broker, bridges, temples and people in one thread and virtual time, while anything fails',
  flags: {
    seed: SEED,
    hours: { kind: 'number', usual: 0.1, least: 0.001, tells: 'of virtual time, in worlds of three minutes' },
    tables: {
      kind: 'whole',
      usual: TABLES,
      least: 1,
      tells: 'of people at once: more of them cost less a move, and meet fewer faults each',
    },
    only: { kind: 'texts', of: 'FAULT', tells: 'lets only this fail, and others that are named so' },
    club: { kind: 'switch', tells: 'a club of people instead, with tournaments, challenges, notices and moderators' },
    people: { kind: 'whole', usual: 30, least: 4, tells: 'in the club' },
    days: { kind: 'number', usual: 3, least: 0.01, tells: 'of virtual time of the club' },
    whole: { kind: 'switch', tells: 'does not cut a failed run down to a few faults' },
    again: { kind: 'switch', tells: 'runs each world twice: the second must be the first, bit for bit' },
  },
  more: `What can fail: ${Object.keys(FAULTS).join(', ')}.`,
});
const unknown = values.only.find((name) => !Object.hasOwn(FAULTS, name));
if (unknown !== undefined)
  refuse(`do -- simulate-house knows no fault ${JSON.stringify(unknown)}. It knows ${Object.keys(FAULTS).join(', ')}.`);

const first = values.seed ?? Date.now() % 1_000_000;
const worlds = values.club ? 1 : Math.max(1, Math.round((values.hours * 60) / MINUTES));
const minutes = values.club ? values.days * MINUTES_A_DAY : MINUTES;
const faults = values.only.length === 0 ? undefined : values.only;
const began = process.cpuUsage();
const sums = { matches: 0, accepted: 0, entries: 0, beads: 0, steps: 0 };
for (let seed = first; seed < first + worlds; seed++) {
  const planning = values.club ? { faults: faults ?? STRIKES, apartMs: STRIKES_APART_MS } : { faults };
  const people = values.club ? { people: values.people } : { parties: values.tables };
  const wanted = { seed, minutes, strikes: planned(seed, minutes * MINUTE_MS, planning), ...people };
  const outcome = await simulate(wanted);
  for (const name of Object.keys(sums) as (keyof typeof sums)[]) sums[name] += outcome[name];
  console.log(lineOf(outcome));
  if (values.again && !isDeepStrictEqual(await simulate(wanted), outcome)) fail(`seed ${seed} does not come again`);
  if (outcome.accepted === 0) fail(`seed ${seed}: no player has made a move`);
  if (outcome.findings.length === 0) continue;
  await tell(wanted, outcome);
  process.exitCode = 1;
}
const { user, system } = process.cpuUsage(began);
const seconds = (user + system) / 1e6;
console.log(
  `${worlds} ${worlds === 1 ? 'world' : 'worlds'} of ${minutes} minutes from seed ${first}: ${sums.matches} matches, ${sums.accepted} accepted moves of people, ${sums.entries} entries, beads recorded ${sums.beads} times, ${Math.round(sums.accepted / seconds)} accepted moves a second of processor time`,
);

function fail(reason: string): void {
  console.error(reason);
  process.exitCode = 1;
}

function lineOf({ seed, servers, steps, matches, accepted, beads, strikes, digest, findings, club }: Outcome): string {
  const found = findings.length === 0 ? 'nothing found' : `${findings.length} FOUND`;
  return `seed ${seed}: ${servers} servers, ${steps} steps, ${strikes.length} faults, ${matches} matches, ${accepted} moves, ${club === undefined ? `${beads} times beads` : listed(club)}, ${digest.slice(0, 12)}: ${found}`;
}

function listed(figures: object): string {
  return Object.entries(figures)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
}

async function tell(wanted: WorldPlan, outcome: Outcome): Promise<void> {
  for (const finding of outcome.findings) console.error(finding);
  if (values.whole) return;
  const least = await shrunk(wanted, outcome);
  console.error(`\nThe same of ${least.strikes.length} faults instead of ${outcome.strikes.length}:`);
  const last: string[] = [];
  await simulate({
    ...wanted,
    strikes: least.strikes,
    trace: (line) => {
      last.push(line);
      if (last.length > LAST_LINES) last.shift();
    },
  });
  for (const line of last) console.error(line);
  for (const finding of least.findings) console.error(finding);
  console.error(
    `It comes again: npm run do -- simulate-house --seed ${wanted.seed} ${values.club ? `--club --people ${values.people} --days ${values.days}` : `--hours ${MINUTES / 60} --tables ${values.tables}`}\n`,
  );
}
