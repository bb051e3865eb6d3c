/** What moves and joins cost several servers, their PostgreSQL and their Redis. */
import { setTimeout as pause } from 'node:timers/promises';
import { Cluster } from '../lab/cluster.ts';
import { Load } from '../lab/load.ts';
import { person } from '../support/people.ts';

export interface ScaleWanted {
  readonly processes: number;
  readonly tables: number;
  readonly seconds: number;
  readonly joins: number;
}

/** What was done in a time, and what it took. */
export interface Cost {
  readonly done: number;
  readonly seconds: number;
  /** How long the rest was counted: for a while longer. */
  readonly countedFor: number;
  /** Processor seconds of all servers. */
  readonly cpu: number;
  /** Transactions of PostgreSQL. */
  readonly commits: number;
  /** Commands to Redis. */
  readonly commands: number;
}

export interface ScaleFigures {
  /** What the servers do while no player plays. */
  readonly idle: Cost;
  readonly moves: Cost;
  readonly joins: Cost;
}

const SETTINGS = { BOT_DELAY_MS: '0', MESSAGES_PER_SECOND: '10000', LIMITS: '0', WEBHOOKS: 'any' };
const WARM_MS = 5000;
/** A connection to PostgreSQL that rests tells only after ten seconds what it did. */
const TOLD_AFTER_MS = 11_000;
const AT_ONCE = 20;

export async function measureScale(wanted: ScaleWanted): Promise<ScaleFigures> {
  const cluster = await Cluster.start({ processes: wanted.processes, settings: SETTINGS });
  try {
    await pause(TOLD_AFTER_MS);
    const wait = async () => {
      await pause(wanted.seconds * 1000);
      return 0;
    };
    const idle = await cost(cluster, wait, 0);
    const joins = await cost(cluster, () => join(cluster.url, wanted.joins), TOLD_AFTER_MS);
    return { idle, joins, moves: await play(cluster, wanted) };
  } finally {
    await cluster.stop();
  }
}

async function play(cluster: Cluster, { tables, seconds }: ScaleWanted): Promise<Cost> {
  const load = await Load.start({ url: cluster.url, seed: 1, tables });
  try {
    await load.goesOn();
    await pause(WARM_MS);
    const playOn = async () => {
      const before = load.moves;
      await pause(seconds * 1000);
      return load.moves - before;
    };
    const played = await cost(cluster, playOn, 0);
    await load.finish();
    return played;
  } finally {
    await load.close();
  }
}

/** Each player signs in, looks for a match, sits down and is connected. */
async function join(url: string, count: number): Promise<number> {
  for (let n = 0; n < count; n += AT_ONCE)
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, count - n) }, async () => {
        const player = await person(url, 'Joiner');
        const live = await player.quickPlay('tieqchieq');
        live.close();
      }),
    );
  return count;
}

/** What goes on and on needs no rest afterwards: as much is told late before as after. */
async function cost(cluster: Cluster, job: () => Promise<number>, restMs: number): Promise<Cost> {
  const before = await used(cluster);
  const began = performance.now();
  const done = await job();
  const seconds = (performance.now() - began) / 1000;
  await pause(restMs);
  const after = await used(cluster);
  const countedFor = (performance.now() - began) / 1000;
  return {
    done,
    seconds,
    countedFor,
    cpu: after.cpu - before.cpu,
    commits: after.commits - before.commits,
    commands: after.commands - before.commands,
  };
}

async function used(cluster: Cluster): Promise<Pick<Cost, 'cpu' | 'commits' | 'commands'>> {
  const counters = await Promise.all(cluster.processes.map((one) => one.counters()));
  const cpu = counters.reduce((sum, one) => sum + (one.get('process_cpu_seconds_total') ?? 0), 0);
  const [row] = await cluster.ask(
    'SELECT sum(xact_commit)::float8 AS commits FROM pg_stat_database WHERE datname = current_database()',
  );
  const stats = await cluster.redis.ask((redis) => redis.info('stats'));
  const commands = Number(/total_commands_processed:(\d+)/.exec(stats)?.[1]);
  return { cpu, commits: Number(row?.['commits']), commands };
}
