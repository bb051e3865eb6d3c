/**
 * npm run do -- chaos --minutes 5 --seed 1 [--processes 3] [--tables 8] [--temples 2] [--restarts] [--only "PostgreSQL silent"]: several servers and bridges with PostgreSQL,
 * Redis, nginx and mosquitto that fail at random, under a load of people, bots and beads. Every answer and every bead must be in
 * the records exactly once.
 */
import { commandLine, refuse, SEED } from '@flower-war/protocol/command-line';
import { at, chaosRun } from '../src/lab/chaos.ts';
import { noCluster } from '../src/lab/house.ts';
import { FAULTS, OF_CLOCKS } from '../src/lab/faults.ts';
import { noClocks } from '../src/lab/serverProcess.ts';

const { values } = commandLine({
  name: 'do -- chaos',
  does: 'lets servers and all that they need fail at random under load',
  flags: {
    minutes: { kind: 'number', usual: 5, least: 0.01, tells: 'how long' },
    seed: SEED,
    processes: { kind: 'whole', usual: 3, least: 2, most: 3, tells: 'servers' },
    tables: { kind: 'whole', usual: 8, least: 1, tells: 'matches at a time' },
    temples: { kind: 'whole', usual: 2, least: 0, most: 2, tells: 'temples with beads' },
    restarts: { kind: 'switch', tells: 'restarts all servers in turn after each fault, as an update does' },
    only: { kind: 'texts', of: 'FAULT', tells: 'lets only this fail, and others that are named so' },
  },
  more: `What can fail: ${FAULTS.join(', ')}.`,
});
const { minutes, processes, tables, temples } = values;
const seed = values.seed ?? Date.now() % 1_000_000;
const unknown = values.only.find((name) => !FAULTS.some((fault) => fault === name));
if (unknown !== undefined)
  refuse(`npm run do -- chaos knows no fault ${JSON.stringify(unknown)}. It knows ${FAULTS.join(', ')}.`);
const faults = values.only.length === 0 ? FAULTS : FAULTS.filter((fault) => values.only.includes(fault));
if (noCluster !== undefined) {
  console.error(noCluster);
  process.exit(2);
}

console.log(`seed ${seed}, ${minutes} minutes, ${processes} servers, ${tables} tables, ${temples} temples`);
const tally = await chaosRun({
  seed,
  seconds: minutes * 60,
  faults: faults.filter((fault) => noClocks === undefined || !OF_CLOCKS.includes(fault)),
  processes,
  tables,
  temples,
  restarts: values.restarts,
  log: console.log,
});
const { waits, problems, ...counted } = tally;
const tried = Object.fromEntries(faults.map((fault) => [fault, tally.faults[fault] ?? 0]));
const waited = (of: readonly number[]) => ({ answers: of.length, p50: at(of, 0.5), p99: at(of, 0.99) });
const answers = { withoutFault: waited(waits.calm), besideFaultOfAnother: waited(waits.beside) };
console.log(JSON.stringify({ ...counted, faults: tried, ...answers }, undefined, 2));
for (const problem of problems) console.error(problem);
const untried = Object.entries(tried).flatMap(([name, count]) => (count === 0 ? [name] : []));
if (untried.length > 0) console.log(`this run says nothing about: ${untried.join(', ')}`);
process.exit(problems.length + tally.lost + tally.twice > 0 ? 1 : 0);
