/** The faults of the failure table. Each is made, lasts, and is taken back. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Chance } from '@flower-war/rules';
import type { Cluster } from './cluster.ts';
import type { ClusterProcess } from './clusterProcess.ts';
import { stopStatement } from './stoppedStatement.ts';

export const FAULTS = [
  'killed',
  'stopped for a while',
  'restarted as by a deploy',
  'cut off from PostgreSQL',
  'cut off from Redis',
  'cut off from both',
  'hears nothing of PostgreSQL',
  'answers of PostgreSQL are lost',
  'slow way to PostgreSQL',
  'a statement stopped before its commit',
  'PostgreSQL gone',
  'PostgreSQL crashed',
  'Redis gone',
  'Redis restarted empty',
  'proxy restarted',
  'bridge killed',
  'broker restarted',
  'all restarted in turn',
] as const;
export type Fault = (typeof FAULTS)[number];

const STATEMENT_STOPS_MS = 4500;

export interface Where {
  readonly cluster: Cluster;
  readonly chance: Chance;
  /** How long a fault lasts. */
  readonly milliseconds: number;
}

/** Resolves when all is well again. Returns the processes that the fault hit, by their names; all of them if it hit what they share. */
export async function strike(fault: Fault, { cluster, chance, milliseconds }: Where): Promise<readonly string[]> {
  const { processes, postgres, redis, proxy, bridges } = cluster;
  const one = chance.pick(processes);
  const lasting = () => wait(milliseconds);
  switch (fault) {
    case 'killed':
      await one.kill();
      await lasting();
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
      one.toDatabase.delay(100);
      await lasting();
      one.toDatabase.heal();
      return [one.name];
    case 'a statement stopped before its commit': {
      const stopped = await stopStatement(cluster, chance);
      await wait(Math.min(STATEMENT_STOPS_MS, milliseconds)); // the clock of its match goes on
      stopped.goOn();
      return [stopped.server];
    }
    case 'PostgreSQL gone':
      for (const { toDatabase } of processes) toDatabase.cut();
      await lasting();
      for (const { toDatabase } of processes) toDatabase.heal();
      return processes.map(({ name }) => name);
    case 'PostgreSQL crashed':
      await postgres.kill();
      await postgres.up();
      return processes.map(({ name }) => name);
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
      return processes.map(({ name }) => name);
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
      return processes.map(({ name }) => name);
  }
}

async function restart(one: ClusterProcess): Promise<void> {
  await one.stop();
  await one.start();
}
