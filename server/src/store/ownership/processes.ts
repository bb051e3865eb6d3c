/** The processes that share the data. A process that does not renew its row in time is dead, and stays so. */
import { OUTAGE_AFTER_MS } from '../../base/serverTime.ts';
import { alive } from '../alive.ts';
import { all, change, first, type Work } from '../engine/work.ts';
import type { Peer } from './elsewhere.ts';

/** Longer without a renewal, by the clock of the database, and a process is dead. */
export const DEAD_AFTER_MS = 3000;
const KEEP_DEAD_MS = 24 * 60 * 60 * 1000;

export interface Renewal extends Peer {
  /** The time of the process. It counts only where the database has no clock of its own. */
  readonly now: number;
  /** Whether it may declare others dead: it has renewed its own row without a break. */
  readonly mayBury: boolean;
  /** Its first renewal. */
  readonly isFirst: boolean;
  /** No other process can be alive: the data belongs to this one alone. */
  readonly isAlone: boolean;
}

export interface Renewed {
  /** The time of the store. */
  readonly now: number;
  /** Another process declared this one dead. */
  readonly isDead: boolean;
  /** Since when the process could not renew its row, if that was too long. */
  readonly awaySince?: number;
  /** The others that are alive. */
  readonly others: readonly Peer[];
}

export interface ProcessRow extends Peer {
  readonly beganAt: number;
  readonly renewedAt: number;
}

interface Own {
  readonly renewed_at: number;
  readonly ended_at: number | null;
}

export const processes = {
  /** The time of the store. */
  *time(now: number): Work<number> {
    return (yield* first<{ now: number }>('SELECT store_now($now) AS now', { now }))?.now ?? now;
  },

  /** Notes that the process is alive, and which others are not. */
  *renew(renewal: Renewal): Work<Renewed> {
    const { process, name, address, isFirst, isAlone } = renewal;
    const now = yield* processes.time(renewal.now);
    const own = yield* first<Own>('SELECT renewed_at, ended_at FROM processes WHERE process = $process', { process });
    if (own !== undefined && own.ended_at !== null) return { now, isDead: true, others: [] };
    const isNew = own === undefined;
    yield* change(isNew ? BEGIN : RENEW, { process, name, address, now });
    if (isAlone && isFirst) yield* change(BURY_OTHERS, { process, now });
    if (renewal.mayBury) yield* change(BURY, { before: now - DEAD_AFTER_MS, now });
    if (isFirst) for (const sql of [DROP_OLD, DROP_ABSENCES]) yield* change(sql, { old: now - KEEP_DEAD_MS });
    const since = own?.renewed_at ?? now;
    const wasAway = now - since > OUTAGE_AFTER_MS;
    if (wasAway) yield* change(NOTE_AWAY, { process, since, now });
    const others = isAlone ? [] : (yield* processes.living(now)).filter((one) => one.process !== process);
    yield* alive.beat(now, isFirst && others.length === 0);
    return { now, isDead: false, others, ...(wasAway && { awaySince: since }) };
  },

  /** The process ends by itself. */
  *end(process: string, now: number): Work<void> {
    yield* change('UPDATE processes SET ended_at = store_now($now) WHERE process = $process', { process, now });
  },

  /** Whether others have declared the process dead. */
  *isDead(process: string): Work<boolean> {
    return (
      (yield* first('SELECT 1 FROM processes WHERE process = $process AND ended_at IS NOT NULL', { process })) !==
      undefined
    );
  },

  *living(now: number): Work<readonly ProcessRow[]> {
    return yield* all<ProcessRow>(LIVING, { now, within: DEAD_AFTER_MS });
  },
};

const BEGIN = `
  INSERT INTO processes (process, name, address, began_at, renewed_at) VALUES ($process, $name, $address, $now, $now)`;
const RENEW =
  'UPDATE processes SET renewed_at = $now, name = $name, address = $address WHERE process = $process AND ended_at IS NULL';
const BURY_OTHERS = 'UPDATE processes SET ended_at = $now WHERE process <> $process AND ended_at IS NULL';
const BURY = 'UPDATE processes SET ended_at = $now WHERE ended_at IS NULL AND renewed_at < $before';
/** Their outages and claims are of no interest any more. */
const DROP_OLD = `
  DELETE FROM processes WHERE ended_at < $old AND NOT EXISTS (SELECT 1 FROM claims WHERE owner = processes.process)`;
const DROP_ABSENCES = 'DELETE FROM absences WHERE process NOT IN (SELECT process FROM processes) AND ended < $old';
const NOTE_AWAY = 'INSERT INTO absences (process, began, ended) VALUES ($process, $since, $now)';
const LIVING = `
  SELECT process, name, address, began_at AS "beganAt", renewed_at AS "renewedAt" FROM processes
  WHERE ended_at IS NULL AND renewed_at >= store_now($now) - $within ORDER BY process`;
