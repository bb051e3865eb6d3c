/** The faults of the failure table. Each is made, lasts, and is taken back. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Chance } from '@flower-war/rules';
import { type Cluster, homesIn } from './house.ts';
import type { Line } from './line.ts';
import type { Watched } from './plainPerson.ts';
import type { ServerProcess } from './serverProcess.ts';

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
const LOST_ANSWERS_MS = 300;
/** Together with the least time of a fault longer than a turn's clock: it runs out if the time is not given back. */
const LONGER_MS = 11_000;
const SLOW_MS = { least: 100, more: 100 } as const;
/** From less than what counts as a pause to more than a turn, and to more than any patience. */
const JUMPS_MS = [2000, 30_000, 3_600_000] as const;
const LOCKED_TABLES = ['claims', 'matches', 'entries', 'processes', 'alive', 'absences', 'people'] as const;
const PATIENCE_MS = 30_000;

interface FaultSettings {
  readonly cluster: Cluster;
  readonly chance: Chance;
  /** How long a fault lasts. */
  readonly milliseconds: number;
  /** Until when it lasts instead. */
  readonly until?: Promise<unknown>;
  /** How far a clock jumps. Chance chooses if it is absent. */
  readonly jumpMs?: number;
  /** The streams of the plain door, each with the process from which it comes. */
  readonly streams?: () => readonly Watched[];
}

/** Resolves when all is well again. Returns the processes that the fault hit, by their names; all of them if it hit what they share. */
export async function strike(fault: Fault, where: FaultSettings): Promise<readonly string[]> {
  const { cluster, chance, milliseconds } = where;
  const { processes, postgres, redis, proxy, broker } = cluster;
  const one = chance.pick(processes);
  const [own, all] = [[one.name], processes.map(({ name }) => name)];
  const lasting = () => where.until ?? pause(milliseconds);
  const jumpMs = () => where.jumpMs ?? chance.pick(JUMPS_MS);
  const slow = () => SLOW_MS.least + chance.die(SLOW_MS.more);
  const toDatabase = processes.map((process) => process.toDatabase);
  const harm = async (lines: readonly Line[], how: (line: Line) => void) => {
    for (const line of lines) how(line);
    await lasting();
    for (const line of lines) line.heal();
  };
  switch (fault) {
    case 'killed':
      await one.kill();
      await lasting();
      await one.start();
      return own;
    case 'killed and started at once':
      await one.kill();
      await one.start();
      return own;
    case 'stopped for a while':
      one.signal('SIGSTOP');
      await lasting();
      one.signal('SIGCONT');
      return own;
    case 'restarted as by a deploy':
      await restart(one);
      return own;
    case 'cut off from PostgreSQL':
      await harm([one.toDatabase], (line) => line.cut());
      return own;
    case 'cut off from Redis':
      await harm([one.toRedis], (line) => line.cut());
      return own;
    case 'cut off from both':
      await harm([one.toDatabase, one.toRedis], (line) => line.cut());
      return own;
    case 'hears nothing of PostgreSQL':
      await harm([one.toDatabase], (line) => line.freeze());
      return own;
    case 'answers of PostgreSQL are lost':
      one.toDatabase.freeze('down'); // what it asks is done, and it does not learn of it
      await pause(Math.min(LOST_ANSWERS_MS, milliseconds));
      one.toDatabase.endAll();
      one.toDatabase.heal();
      return own;
    case 'slow way to PostgreSQL': {
      const by = slow();
      await harm([one.toDatabase], (line) => line.delay(by));
      return own;
    }
    case 'a statement stopped before its commit': {
      const stopped = await stopStatement(cluster, chance);
      await pause(Math.min(STATEMENT_STOPS_MS, milliseconds)); // the clock of its match goes on
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
      const by = slow();
      await harm(toDatabase, (line) => line.delay(by));
      return all;
    }
    case 'PostgreSQL silent':
      await harm(toDatabase, (line) => line.freeze());
      return all;
    case 'PostgreSQL gone':
      await harm(toDatabase, (line) => line.cut());
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
      await proxy.start();
      return all;
    case 'bridge killed': {
      const bridge = chance.pick(cluster.bridges);
      await bridge.stop('SIGKILL');
      await lasting();
      await bridge.start();
      return [];
    }
    case 'broker restarted':
      await broker.kill();
      await broker.restart();
      return [];
    case 'all restarted in turn':
      for (const each of processes) await restart(each);
      return all;
    case 'a relay of streams frozen': {
      const relay = cluster.process(await aRelay(where));
      relay.signal('SIGSTOP');
      await pause(milliseconds + LONGER_MS);
      relay.signal('SIGCONT');
      return [relay.name];
    }
    case 'a clock jumps forward':
      one.setClock(jumpMs());
      await lasting();
      await one.stop();
      one.setClock(0);
      await one.start();
      return own;
    case 'a clock jumps forward and back':
      await jump(one, jumpMs(), lasting);
      return own;
    case 'a clock jumps back':
      await jump(one, -jumpMs(), lasting);
      return own;
    case 'a second one of the same name':
      await one.startTwin();
      return [];
  }
}

async function restart(one: ServerProcess): Promise<void> {
  await one.stop();
  await one.start();
}

/** A person at a terminal of the database begins a transaction, and forgets it for this long. */
async function hold(cluster: Cluster, sql: string, milliseconds: number): Promise<void> {
  await cluster.ask(`BEGIN; ${sql}; SELECT pg_sleep(${milliseconds / 1000}); COMMIT`);
}

async function jump(one: ServerProcess, by: number, lasting: () => Promise<unknown>): Promise<void> {
  one.setClock(by);
  await lasting();
  one.setClock(0);
  await lasting();
}

/** A process that passes on a stream of a match that another one owns. */
async function aRelay({ cluster, chance, streams = () => [] }: FaultSettings): Promise<string> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await pause(100)) {
    const homes = await homesIn(cluster);
    const relayed = streams().filter(({ match, door }) => homes.has(match) && homes.get(match) !== door);
    if (relayed.length > 0) return chance.pick(relayed).door;
  }
  throw new Error('no process relays a stream');
}

/** A statement of PostgreSQL that stands still: it has written a move, is not committed, and keeps its locks. */
interface StoppedStatement {
  /** The server whose statement it is. */
  readonly server: string;
  /** The matches whose rows the statement has locked. */
  readonly matches: readonly string[];
  goOn(): void;
}

/** Shorter than the server waits for a lock, so that the statement is stopped before it gives up. */
const HELD_S = 1.5;
const LOOKED_MS = 1000;
const UNSURE_AFTER_MS = 400;

/** Stops the next append of a server. */
export async function stopStatement(cluster: Cluster, chance: Chance): Promise<StoppedStatement> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; ) {
    const server = chance.pick([...(await homesIn(cluster)).values()]);
    const holding = cluster.ask(holdRows(server));
    const pid = await stoppedWriter(cluster);
    await holding;
    if (pid === undefined) continue;
    const rows = await cluster.ask(LOCKED);
    return { server, matches: rows.map(({ id }) => String(id)), goOn: () => void process.kill(pid, 'SIGCONT') };
  }
  throw new Error('no server has written a move that could be stopped');
}

/**
 * An append first writes its entries, and then changes the rows of its matches. It waits there, because this transaction has
 * locked these rows.
 */
const holdRows = (server: string) => `
  SELECT match FROM matches WHERE match IN (
    SELECT claims.id FROM claims JOIN processes ON processes.process = claims.owner
    WHERE processes.name = '${server}' AND ended_at IS NULL
  ) FOR UPDATE;
  SELECT pg_sleep(${HELD_S})`;
const WAITING_WRITER =
  "SELECT pid FROM pg_stat_activity WHERE application_name = 'flower-war writer' AND wait_event_type = 'Lock'";
const HOLDER = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'PgSleep'";
const LOCKED = 'SELECT id FROM claims WHERE id NOT IN (SELECT id FROM claims FOR UPDATE SKIP LOCKED)';

async function stoppedWriter(cluster: Cluster): Promise<number | undefined> {
  for (const end = Date.now() + LOOKED_MS; Date.now() < end; await pause(20)) {
    const [row] = await cluster.ask(WAITING_WRITER);
    if (row === undefined) continue;
    const pid = Number(row['pid']);
    process.kill(pid, 'SIGSTOP');
    // If it had gone on meanwhile, it could have stopped with a lock that stops all of PostgreSQL.
    const stillHeld = await Promise.race([cluster.ask(HOLDER), pause(UNSURE_AFTER_MS, [])]);
    if (stillHeld.length > 0) return pid;
    process.kill(pid, 'SIGCONT');
  }
  return undefined;
}
