/** A statement of PostgreSQL that stands still: it has written a move, is not committed, and keeps its locks. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Chance } from '@flower-war/rules';
import type { Cluster } from './cluster.ts';
import { homesIn } from './feeling.ts';

export interface Stopped {
  /** The server whose statement it is. */
  readonly server: string;
  /** The matches whose rows the statement has locked. */
  readonly matches: readonly string[];
  goOn(): void;
}

const PATIENCE_MS = 30_000;
/** Shorter than the server waits for a lock, so that the statement is stopped before it gives up. */
const HELD_S = 1.5;
const LOOKED_MS = 1000;
const UNSURE_AFTER_MS = 400;

/** Stops the next append of a server. */
export async function stopStatement(cluster: Cluster, chance: Chance): Promise<Stopped> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; ) {
    const server = chance.pick([...(await homesIn(cluster)).values()]);
    const holding = cluster.ask(holdRows(server));
    const pid = await stoppedWriter(cluster);
    await holding;
    if (pid === undefined) continue;
    return { server, matches: await lockedIn(cluster), goOn: () => void process.kill(pid, 'SIGCONT') };
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

const WAITING_WRITER =
  "SELECT pid FROM pg_stat_activity WHERE application_name = 'flower-war writer' AND wait_event_type = 'Lock'";
const HOLDER = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'PgSleep'";

async function lockedIn(cluster: Cluster): Promise<readonly string[]> {
  const rows = await cluster.ask(
    'SELECT id FROM claims WHERE id NOT IN (SELECT id FROM claims FOR UPDATE SKIP LOCKED)',
  );
  return rows.map(({ id }) => String(id));
}
