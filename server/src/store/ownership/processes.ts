/** The processes that share the data. A process that does not renew its row in time is dead, and stays so. */
import { OUTAGE_AFTER_MS } from '../../base/serverTime.ts';
import { LAST_BEAT } from '../data-folder/connect.ts';
import { all, change, first, type Work } from '../engine/engine.ts';

/** Longer without a renewal, by the clock of the database, and a process is dead. */
export const DEAD_AFTER_MS = 3000;

/** The name of the revision that each offer of matches raises. */
export const OFFERS = 'offers';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Only clocks that run out in this time keep an idle server writing that it is alive. */
export const CLOCKS_WITHIN_MS = DAY_MS;
const KEEP_DEAD_MS = DAY_MS;
/** How often is noted that any process is alive. One that is alone shows it by its own row; an older version knows this note alone. */
const NOTED_EVERY_MS = 800;
const NOTED_ALONE_EVERY_MS = 60_000;

interface Renewal extends Peer {
  /** The time of the process. It counts only where the database has no clock of its own. */
  readonly now: number;
  /** Whether it may declare others dead: it has renewed its own row without a break. */
  readonly mayBury: boolean;
  /** Its first renewal. */
  readonly isFirst: boolean;
  /** No other process can be alive: the data belongs to this one alone. */
  readonly isAlone: boolean;
  /** Until then the process was alive, although it wrote nothing; 0 if it wrote each time. */
  readonly quietUntil: number;
}

/** What a sign of life found out. */
export interface Renewed {
  /** The time of the store. */
  readonly now: number;
  /** Another process declared this one dead. It must not go on. */
  readonly isDead: boolean;
  /** Since when the process could not renew its row, if that was too long. */
  readonly awaySince?: number;
  /** The others that are alive. */
  readonly others: readonly Peer[];
  /** It changes when a process ended or offered what it owned: then matches may have no owner. */
  readonly owners: string;
}

export interface ProcessRow extends Peer {
  /** 1 if it is to hand over what it owns, and to own nothing new. */
  readonly drained: number;
  readonly beganAt: number;
  readonly renewedAt: number;
}

interface Living extends Peer {
  readonly renewed_at: number;
  readonly ended_at: number | null;
}

/** One row for each process, or one without a process. */
interface Look extends Partial<Living> {
  readonly now: number;
  readonly offers: number;
  /** When it was last noted that any process was alive. */
  readonly noted: number | null;
  /** When any process was last alive. */
  readonly last: number | null;
}

export const processes = {
  /** The time of the store. */
  *time(now: number): Work<number> {
    return (yield* first<{ now: number }>('SELECT store_now($now) AS now', { now }))?.now ?? now;
  },

  /**
   * Notes that the process is alive, and which others are not. It may break off after each statement: what was away is noted
   * before the sign that ends it, and none is declared dead that has renewed its row in the meantime.
   */
  *renew(renewal: Renewal): Work<Renewed> {
    const { process, name, address, isFirst, isAlone, quietUntil } = renewal;
    const { now, offers, noted, own, unended, ...looked } = yield* lookAround(renewal);
    const dead = { now, isDead: true, others: [], owners: '' };
    if (own !== undefined && own.ended_at !== null) return dead;
    const since = Math.max(own?.renewed_at ?? now, quietUntil);
    const last = looked.last && Math.max(looked.last, quietUntil);
    const wasAway = now - since > OUTAGE_AFTER_MS;
    if (wasAway) yield* change(NOTE_AWAY, { process, since, now });
    if ((yield* change(own === undefined ? BEGIN : RENEW, { process, name, address, now })) === 0) return dead;
    const isLate = ({ renewed_at: at }: Living) => at < now - DEAD_AFTER_MS;
    const buried = unended.filter((other) => (isAlone ? isFirst : renewal.mayBury && isLate(other)));
    for (const { process: other, renewed_at: seen } of buried) yield* change(BURY, { other, now, seen });
    if (isFirst) yield* processes.forgetOld(now);
    const others = isAlone ? [] : unended.filter((other) => !isLate(other)).map(peerOf);
    const beat = { last, now, isFirst: isFirst && others.length === 0 };
    const isNoted = noted !== null && noted <= now && now - noted < (isAlone ? NOTED_ALONE_EVERY_MS : NOTED_EVERY_MS);
    if (!isNoted || beat.isFirst || wasLost(beat)) yield* alive.beat(beat);
    const left = unended.filter((other) => !buried.includes(other)).map((other) => other.process);
    return { now, isDead: false, others, owners: [offers, ...left].join(' '), ...(wasAway && { awaySince: since }) };
  },

  /** Whether a crash would take time from a clock that runs out within a day, but for those of these matches. */
  *hasClocks(now: number, without: readonly string[] = []): Work<boolean> {
    return (yield* first(CLOCKS, { now, within: CLOCKS_WITHIN_MS, without: JSON.stringify(without) })) !== undefined;
  },

  /** The process ends by itself. */
  *end(process: string, now: number): Work<void> {
    yield* change('UPDATE processes SET ended_at = store_now($now) WHERE process = $process', { process, now });
  },

  /** Forgets processes that ended a day ago and own nothing any more, and their outages. */
  *forgetOld(now: number): Work<void> {
    for (const sql of [DROP_OLD, DROP_ABSENCES]) yield* change(sql, { old: now - KEEP_DEAD_MS });
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

/** This process and all others that have not ended. */
function* lookAround({ process, now: given }: Renewal) {
  const looks = yield* all<Look>(LOOK, { process, now: given });
  const { now = given, offers = 0, noted = null, last = null } = looks[0] ?? {};
  const rows = looks.filter((look): look is Look & Living => typeof look.process === 'string');
  const own = rows.find((row) => row.process === process);
  return { now, offers, noted, last, own, unended: rows.filter((row) => row !== own) };
}

const peerOf = ({ process, name, address }: Peer): Peer => ({ process, name, address });

const LOOK = `
  SELECT clock.now, coalesce((SELECT n FROM revisions WHERE name = '${OFFERS}'), 0) AS offers,
    (SELECT at FROM alive) AS noted, (${LAST_BEAT}) AS last, processes.process,
    processes.name, processes.address, processes.renewed_at, processes.ended_at
  FROM (SELECT store_now($now) AS now) AS clock
    LEFT JOIN processes ON processes.ended_at IS NULL OR processes.process = $process
  ORDER BY processes.process`;

const BEGIN = `
  INSERT INTO processes (process, name, address, began_at, renewed_at) VALUES ($process, $name, $address, $now, $now)`;

const RENEW =
  'UPDATE processes SET renewed_at = $now, name = $name, address = $address WHERE process = $process AND ended_at IS NULL';

const CLOCKS = `
  SELECT 1 FROM matches WHERE wake_at BETWEEN $now - $within AND $now + $within AND status = 'running'
    AND match NOT IN (SELECT value FROM json_each($without)) LIMIT 1`;

const BURY = 'UPDATE processes SET ended_at = $now WHERE process = $other AND ended_at IS NULL AND renewed_at = $seen';

/** Their outages and claims are of no interest any more. */
const DROP_OLD = `
  DELETE FROM processes WHERE ended_at < $old AND NOT EXISTS (SELECT 1 FROM claims WHERE owner = processes.process)`;

const DROP_ABSENCES = 'DELETE FROM absences WHERE process NOT IN (SELECT process FROM processes) AND ended < $old';
const NOTE_AWAY = 'INSERT INTO absences (process, began, ended) VALUES ($process, $since, $now)';

const LIVING = `
  SELECT process, name, address, drained, began_at AS "beganAt", renewed_at AS "renewedAt" FROM processes
  WHERE ended_at IS NULL AND renewed_at >= store_now($now) - $within ORDER BY process`;

// What each process tells of itself, in its row of the table of processes, and what operators want of it.

interface ProcessReport {
  readonly process: string;
  /** Counts and the like, as JSON. */
  readonly numbers: string;
  /** Who and what is connected, as JSON; null if that has not changed. */
  readonly present: string | null;
}

export interface ReportedRow {
  readonly process: string;
  readonly name: string;
  readonly beganAt: number;
  readonly renewedAt: number;
  readonly endedAt: number | null;
  readonly drained: number;
  readonly numbers: string | null;
  readonly present: string | null;
}

export const processReports = {
  /** Returns whether an operator drains the process. Undefined if the process has no row. */
  *tell({ process, numbers, present }: ProcessReport): Work<boolean | undefined> {
    yield* change(TELL, { process, numbers, present });
    const sql = 'SELECT drained FROM processes WHERE process = $process';
    const row = yield* first<Pick<ReportedRow, 'drained'>>(sql, { process });
    return row && row.drained === 1;
  },

  /** Those that live, and those that ended less than `within` ago, by name. */
  *all(now: number, within: number): Work<readonly ReportedRow[]> {
    return yield* all<ReportedRow>(ALL, { now, within });
  },

  /** Takes living processes out of service or back: those with this name or id, or all. Returns how many. */
  *drain(which: string | null, isDrained: boolean): Work<number> {
    return yield* change(DRAIN, { which, drained: isDrained ? 1 : 0 });
  },
};

const TELL =
  'UPDATE processes SET numbers = $numbers, present = coalesce(CAST($present AS TEXT), present) WHERE process = $process';

const ALL = `
  SELECT process, name, began_at AS "beganAt", renewed_at AS "renewedAt", ended_at AS "endedAt", drained, numbers,
    CASE WHEN ended_at IS NULL THEN present END AS present
  FROM processes WHERE ended_at IS NULL OR ended_at > store_now($now) - $within ORDER BY name, began_at, process`;

const DRAIN = `
  UPDATE processes SET drained = $drained WHERE ended_at IS NULL
    AND (CAST($which AS TEXT) IS NULL OR name = $which OR process = $which)`;

// When a server was alive, and how long none was.

export const alive = {
  /** When a server was last alive. */
  *lastBeat(): Work<number | undefined> {
    return (yield* first<{ at: number | null }>(LAST_BEAT))?.at ?? undefined;
  },

  /** Notes that a server is alive. Records how long none was, also after a pause without a restart. */
  *beat(beat: Beat): Work<void> {
    const { last, now } = beat;
    if (wasLost(beat)) yield* change('INSERT INTO outages (began, ended) VALUES ($last, $now)', { last, now });
    yield* change('INSERT INTO alive (one, at) VALUES (1, $now) ON CONFLICT (one) DO UPDATE SET at = excluded.at', {
      now,
    });
  },

  /** The outages since then, of the whole store and of this process. */
  *outagesSince(since: number, process: string): Work<readonly Outage[]> {
    return yield* all<Outage>(OUTAGES, { since, process });
  },
};

function wasLost({ last, now, isFirst }: Beat): boolean {
  return last !== null && now > last && (isFirst || now - last > OUTAGE_AFTER_MS);
}

interface Beat {
  /** The beat before. */
  readonly last: number | null;
  readonly now: number;
  /** The first since no process was alive. */
  readonly isFirst: boolean;
}

export interface Outage {
  readonly began: number;
  readonly ended: number;
}

const OUTAGES = `
  SELECT began, ended FROM outages WHERE ended > $since
  UNION ALL SELECT began, ended FROM absences WHERE ended > $since AND process = $process
  ORDER BY began, ended`;

/** How long the outages lasted since then, and until the other time. What two of them share counts once. */
export function lengthOf(outages: readonly Outage[], since: number, until = Number.POSITIVE_INFINITY): number {
  let [length, counted] = [0, since];
  for (const { began, ended } of [...outages].sort((one, other) => one.began - other.began)) {
    length += Math.max(0, Math.min(ended, until) - Math.max(began, counted));
    counted = Math.max(counted, ended);
  }
  return length;
}

/** Another living process. */
export interface Peer {
  readonly process: string;
  /** Its display name, and the first part of the path of its sockets. */
  readonly name: string;
  /** Where other processes reach it. Empty if it did not say. */
  readonly address: string;
}

/** A match or a temple lives in another process: only that one may write there. */
export class Elsewhere extends Error {
  readonly peer: Peer;

  constructor(id: string, peer: Peer) {
    super(`${id} lives in the process ${peer.name}`);
    this.peer = peer;
  }
}
