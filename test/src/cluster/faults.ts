/** The faults of the failure table. Each is made, lasts, and is taken back. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Chance } from '@flower-war/rules';
import type { Cluster } from './cluster.ts';
import type { ClusterProcess } from './clusterProcess.ts';
import { homesIn } from './feeling.ts';
import type { Watched } from './plainTable.ts';
import { stopStatement } from './stoppedStatement.ts';

export const FAULTS = [
  'killed',
  'killed and started at once',
  'stopped for a while',
  'restarted as by a deploy',
  'cut off from PostgreSQL',
  'cut off from Redis',
  'cut off from both',
  'hears nothing of PostgreSQL',
  'answers of PostgreSQL are lost',
  'slow way to PostgreSQL',
  'a statement stopped before its commit',
  'rows locked by a stranger',
  'a table locked by a stranger',
  'PostgreSQL slow',
  'PostgreSQL silent',
  'PostgreSQL gone',
  'PostgreSQL crashed',
  'Redis gone',
  'Redis restarted empty',
  'proxy restarted',
  'bridge killed',
  'broker restarted',
  'all restarted in turn',
  'a relay of streams frozen',
  'a clock jumps forward',
  'a clock jumps forward and back',
  'a clock jumps back',
  'a second one of the same name',
] as const;
export type Fault = (typeof FAULTS)[number];

/** These need libfaketime. */
export const OF_CLOCKS: readonly Fault[] = [
  'a clock jumps forward',
  'a clock jumps forward and back',
  'a clock jumps back',
];

const STATEMENT_STOPS_MS = 4500;
/** Together with the least time of a fault longer than a turn's clock: it runs out if the time is not given back. */
const LONGER_MS = 11_000;
const SLOW_MS = { least: 100, more: 100 } as const;
/** From less than what counts as a pause to more than a turn, and to more than any patience. */
const JUMPS_MS = [2000, 30_000, 3_600_000] as const;
const LOCKED_TABLES = ['claims', 'matches', 'entries', 'processes', 'alive', 'absences', 'people'] as const;
const RELAY_WITHIN_MS = 30_000;

export interface Where {
  readonly cluster: Cluster;
  readonly chance: Chance;
  /** How long a fault lasts. */
  readonly milliseconds: number;
  /** How far a clock jumps. Chance chooses if it is absent. */
  readonly jumpMs?: number;
  /** The streams of the plain door, each with the process from which it comes. */
  readonly streams?: () => readonly Watched[];
}

/** Resolves when all is well again. Returns the processes that the fault hit, by their names; all of them if it hit what they share. */
export async function strike(fault: Fault, where: Where): Promise<readonly string[]> {
  const { cluster, chance, milliseconds } = where;
  const { processes, postgres, redis, proxy, bridges } = cluster;
  const one = chance.pick(processes);
  const lasting = () => wait(milliseconds);
  const jumpMs = () => where.jumpMs ?? chance.pick(JUMPS_MS);
  const all = processes.map(({ name }) => name);
  switch (fault) {
    case 'killed':
      await one.kill();
      await lasting();
      await one.start();
      return [one.name];
    case 'killed and started at once':
      await one.kill();
      await one.start();
      return [one.name];
    case 'stopped for a while':
      one.freeze();
      await lasting();
      one.thaw();
      return [one.name];
    case 'restarted as by a deploy':
      await restart(one);
      return [one.name];
    case 'cut off from PostgreSQL':
      one.toDatabase.cut();
      await lasting();
      one.toDatabase.heal();
      return [one.name];
    case 'cut off from Redis':
      one.toRedis.cut();
      await lasting();
      one.toRedis.heal();
      return [one.name];
    case 'cut off from both':
      one.toDatabase.cut();
      one.toRedis.cut();
      await lasting();
      one.toDatabase.heal();
      one.toRedis.heal();
      return [one.name];
    case 'hears nothing of PostgreSQL':
      one.toDatabase.freeze();
      await lasting();
      one.toDatabase.heal();
      return [one.name];
    case 'answers of PostgreSQL are lost':
      one.toDatabase.freeze('down'); // what it asks is done, and it does not learn of it
      await wait(Math.min(300, milliseconds));
      one.toDatabase.endAll();
      one.toDatabase.heal();
      return [one.name];
    case 'slow way to PostgreSQL':
      one.toDatabase.delay(slowly(chance));
      await lasting();
      one.toDatabase.heal();
      return [one.name];
    case 'a statement stopped before its commit': {
      const stopped = await stopStatement(cluster, chance);
      await wait(Math.min(STATEMENT_STOPS_MS, milliseconds)); // the clock of its match goes on
      stopped.goOn();
      return [stopped.server];
    }
    case 'rows locked by a stranger':
      await hold(cluster, 'SELECT id FROM claims ORDER BY id FOR UPDATE', milliseconds + LONGER_MS);
      return all;
    case 'a table locked by a stranger': {
      const table = chance.pick(LOCKED_TABLES);
      await hold(cluster, `LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`, milliseconds + LONGER_MS);
      return [...all, table];
    }
    case 'PostgreSQL slow': {
      const slow = slowly(chance);
      for (const { toDatabase } of processes) toDatabase.delay(slow);
      await lasting();
      for (const { toDatabase } of processes) toDatabase.heal();
      return all;
    }
    case 'PostgreSQL silent':
      for (const { toDatabase } of processes) toDatabase.freeze();
      await lasting();
      for (const { toDatabase } of processes) toDatabase.heal();
      return all;
    case 'PostgreSQL gone':
      for (const { toDatabase } of processes) toDatabase.cut();
      await lasting();
      for (const { toDatabase } of processes) toDatabase.heal();
      return all;
    case 'PostgreSQL crashed':
      await postgres.kill();
      await postgres.up();
      return all;
    case 'Redis gone':
      await redis.kill();
      await lasting();
      await redis.up();
      return [];
    case 'Redis restarted empty':
      await redis.kill();
      await redis.up();
      return [];
    case 'proxy restarted':
      await proxy.stop();
      await proxy.up();
      return all;
    case 'bridge killed': {
      const bridge = chance.pick(bridges.all);
      await bridge.stop('SIGKILL');
      await lasting();
      await bridge.start();
      return [];
    }
    case 'broker restarted':
      await bridges.broker.kill();
      await bridges.broker.restart();
      return [];
    case 'all restarted in turn':
      for (const each of processes) await restart(each);
      return all;
    case 'a relay of streams frozen': {
      const relay = cluster.process(await aRelay(where));
      relay.freeze();
      await wait(milliseconds + LONGER_MS);
      relay.thaw();
      return [relay.name];
    }
    case 'a clock jumps forward':
      one.setClock(jumpMs());
      await lasting();
      await one.stop();
      one.setClock(0);
      await one.start();
      return [one.name];
    case 'a clock jumps forward and back':
      await jump(one, { by: jumpMs(), milliseconds });
      return [one.name];
    case 'a clock jumps back':
      await jump(one, { by: -jumpMs(), milliseconds });
      return [one.name];
    case 'a second one of the same name':
      await one.startTwin();
      return [];
  }
}

const slowly = (chance: Chance) => SLOW_MS.least + chance.die(SLOW_MS.more);

/** A person at a terminal of the database begins a transaction, and forgets it for so long. */
async function hold(cluster: Cluster, sql: string, milliseconds: number): Promise<void> {
  await cluster.ask(`BEGIN; ${sql}; SELECT pg_sleep(${milliseconds / 1000}); COMMIT`);
}

async function jump(one: ClusterProcess, { by, milliseconds }: { by: number; milliseconds: number }): Promise<void> {
  one.setClock(by);
  await wait(milliseconds);
  one.setClock(0);
  await wait(milliseconds);
}

/** A process that passes on a stream of a match that another one owns. */
async function aRelay({ cluster, chance, streams = () => [] }: Where): Promise<string> {
  for (const end = Date.now() + RELAY_WITHIN_MS; Date.now() < end; await wait(100)) {
    const homes = await homesIn(cluster);
    const relayed = streams().filter(({ match, door }) => homes.has(match) && homes.get(match) !== door);
    if (relayed.length > 0) return chance.pick(relayed).door;
  }
  throw new Error('no process relays a stream');
}

async function restart(one: ClusterProcess): Promise<void> {
  await one.stop();
  await one.start();
}
