/**
 * npm run do -- bench-scale [-- --processes 2 --tables 24 --seconds 20 --joins 200]: what moves and joins cost several servers, their
 * PostgreSQL and their Redis.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { commandLine } from '@flower-war/protocol/command-line';
import { Cluster, noCluster } from '../../src/lab/house.ts';
import { Load } from '../../src/lab/load.ts';
import { person } from '../../src/support/api.ts';

const SETTINGS = { BOT_DELAY_MS: '0', MESSAGES_PER_SECOND: '10000', LIMITS: '0', WEBHOOKS: 'any' };
const WARM_MS = 5000;
/** A connection to PostgreSQL that rests tells only after ten seconds what it did. */
const TOLD_AFTER_MS = 11_000;
const AT_ONCE = 20;

const { values } = commandLine({
  name: 'do -- bench-scale',
  does: 'measures what moves and joins cost several servers, their PostgreSQL and their Redis',
  flags: {
    processes: { kind: 'whole', usual: 2, least: 1, most: 3, tells: 'servers' },
    tables: { kind: 'whole', usual: 24, least: 1, tells: 'matches at a time' },
    seconds: { kind: 'number', usual: 20, least: 1, tells: 'how long' },
    joins: { kind: 'whole', usual: 200, least: 1, tells: 'how many joins' },
  },
});
const { processes, tables, seconds, joins } = values;
if (noCluster !== undefined) {
  console.error(noCluster);
  process.exit(2);
}

/** Processor seconds of all servers, transactions of PostgreSQL, and commands to Redis. */
interface Used {
  readonly cpu: number;
  readonly commits: number;
  readonly commands: number;
}

interface Cost extends Used {
  readonly done: number;
  readonly seconds: number;
  /** How long the rest was counted: for a while longer. */
  readonly countedFor: number;
}

const cluster = await Cluster.start({ processes, settings: SETTINGS });
const { idle, joined, moves } = await measure();
console.log(`${processes} servers, ${tables} tables, ${seconds} s`);
print(['', 'a second', 'server CPU ms', 'commits', 'Redis commands']);
print(['idle, a second', '', ...each(idle, idle.countedFor)]);
for (const [name, cost] of Object.entries({ join: joined, move: moves }))
  print([name, (cost.done / cost.seconds).toFixed(0), ...each(cost, cost.done)]);

/** Without what the servers do anyway. */
function each(cost: Cost, count: number): readonly string[] {
  const anyway = cost === idle ? 0 : cost.countedFor / idle.countedFor;
  const one = (name: keyof Used) => (cost[name] - anyway * idle[name]) / count;
  return [(one('cpu') * 1000).toFixed(2), one('commits').toFixed(2), one('commands').toFixed(2)];
}

function print(cells: readonly string[]): void {
  console.log(cells.map((cell, i) => (i === 0 ? cell.padEnd(16) : cell.padStart(16))).join(''));
}

async function measure() {
  try {
    await pause(TOLD_AFTER_MS);
    const idle = await costOf(() => pause(seconds * 1000, 0), 0); // what the servers do while no player plays
    const joined = await costOf(() => join(joins), TOLD_AFTER_MS);
    return { idle, joined, moves: await play() };
  } finally {
    await cluster.stop();
  }
}

async function play(): Promise<Cost> {
  const load = await Load.start({ url: cluster.url, seed: 1, tables });
  try {
    await load.goesOn();
    await pause(WARM_MS);
    const before = load.moves;
    const played = await costOf(async () => pause(seconds * 1000).then(() => load.moves - before), 0);
    await load.finish();
    return played;
  } finally {
    await load.close();
  }
}

/** Each player signs in, looks for a match, sits down and is connected. */
async function join(count: number): Promise<number> {
  const rest = Array.from({ length: count }).values();
  const joinOn = async () => {
    for (const _ of rest) (await (await person(cluster.url, 'Joiner')).quickPlay('tieqchieq')).close();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, joinOn));
  return count;
}

/** What goes on and on needs no rest afterwards: as much is told late before as after. */
async function costOf(job: () => Promise<number>, restMs: number): Promise<Cost> {
  const before = await used();
  const began = performance.now();
  const done = await job();
  const seconds = (performance.now() - began) / 1000;
  await pause(restMs);
  const after = await used();
  const grown = (name: keyof Used) => after[name] - before[name];
  const countedFor = (performance.now() - began) / 1000;
  return { done, seconds, countedFor, cpu: grown('cpu'), commits: grown('commits'), commands: grown('commands') };
}

async function used(): Promise<Used> {
  const counters = await Promise.all(cluster.processes.map((one) => one.counters()));
  const cpu = counters.reduce((sum, one) => sum + (one.get('process_cpu_seconds_total') ?? 0), 0);
  const [row] = await cluster.ask(
    'SELECT sum(xact_commit)::float8 AS commits FROM pg_stat_database WHERE datname = current_database()',
  );
  const stats = await cluster.redis.ask((redis) => redis.info('stats'));
  const commands = Number(/total_commands_processed:(\d+)/.exec(stats)?.[1]);
  return { cpu, commits: Number(row?.['commits']), commands };
}
