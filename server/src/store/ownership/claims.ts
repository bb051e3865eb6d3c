/**
 * The owners of matches and temples. A claim names a process and a number that this process gives only once. An append names
 * its claim, so that a claim fences off every earlier append.
 */
import { all, change, changeAlone, first, type Work } from '../engine/engine.ts';
import { DEAD_AFTER_MS, OFFERS, type Peer, processes } from './processes.ts';

export interface AskedClaim {
  readonly id: string;
  readonly process: string;
  /** A fresh number. */
  readonly claim: number;
  /** A claim that the process has already is good enough: no append of it is in doubt. */
  readonly mayKeep: boolean;
  readonly mayBury: boolean;
  readonly now: number;
}

export type AskedHolder = Pick<AskedClaim, 'id' | 'now' | 'mayBury'>;

export interface Claimed {
  readonly claim: number;
  /** The last sign of life of the dead process that had it before. */
  readonly awaySince?: number;
}

/** The claim, or the living process that has it. */
export type ClaimOutcome = Claimed | { readonly peer: Peer };

interface Row extends Peer {
  readonly owner: string;
  readonly claim: number;
  readonly renewed_at: number | null;
  readonly ended_at: number | null;
  readonly is_late: number;
}

export const claims = {
  *take({ id, process, claim, mayKeep, mayBury, now }: AskedClaim): Work<ClaimOutcome> {
    const held = yield* first<Row>(HOLDER, { id, now, within: DEAD_AFTER_MS });
    if (held?.owner === process && mayKeep) return { claim: held.claim };
    const isOthers = held !== undefined && held.owner !== process && held.renewed_at !== null;
    if (isOthers && held.ended_at === null) {
      if (!(mayBury && held.is_late === 1))
        return { peer: { process: held.owner, name: held.name, address: held.address } };
      // If it has shown life since it was read, the transaction runs again.
      yield* processes.end(held.owner, now);
    }
    yield* change(TAKE, { id, process, claim });
    return { claim, ...(isOthers && { awaySince: held.renewed_at }) };
  },

  /** The living process that owns it. To a process that may bury, a late one is dead already: its next claim buries it. */
  *holderOf({ id, now, mayBury }: AskedHolder): Work<Peer | undefined> {
    const held = yield* first<Row>(HOLDER, { id, now, within: DEAD_AFTER_MS });
    if (held === undefined || held.renewed_at === null || held.ended_at !== null) return undefined;
    if (mayBury && held.is_late === 1) return undefined;
    return { process: held.owner, name: held.name, address: held.address };
  },

  *release(id: string, process: string): Work<void> {
    yield* changeAlone('DELETE FROM claims WHERE id = $id AND owner = $process', { id, process });
  },

  /** Up to `limit` at a time. Returns how many. */
  *releaseSome(process: string, limit: number): Work<number> {
    return yield* change(RELEASE_SOME, { process, limit });
  },

  /** Up to `limit` at a time are free for others, who go on at once with those that are due. Returns how many. */
  *offerSome(process: string, limit: number): Work<number> {
    const offered = yield* change(OFFER_SOME, { process, limit });
    if (offered > 0) yield* change(NOTE_OFFER, { name: OFFERS });
    return offered;
  },

  /** Matches that no living process owns any more, and that must go on although no client asks. */
  *orphans(limit: number): Work<readonly string[]> {
    return (yield* all<{ id: string }>(ORPHANS, { limit })).map(({ id }) => id);
  },

  /**
   * Frees up to `limit` claims that nothing needs: their owner is dead, and no match waits to go on. Without its claim the dead
   * owner appends nothing, as after a takeover. Returns how many.
   */
  *freeSome(limit: number): Work<number> {
    if ((yield* first(IDLE, { limit: 1 })) === undefined) return 0; // an idle disk may rest
    return yield* change(FREE_SOME, { limit });
  },
};

/** Whether no other living process owns the match that this column names, in SQL. `$process`: the one that asks. */
export const isNotElsewhere = (column: string) => `NOT EXISTS (
    SELECT 1 FROM claims JOIN processes ON processes.process = claims.owner
    WHERE claims.id = ${column} AND claims.owner <> $process AND processes.ended_at IS NULL)`;

const HOLDER = `
  SELECT claims.owner, claims.claim, processes.process, processes.name, processes.address, processes.renewed_at,
    processes.ended_at, CASE WHEN processes.renewed_at < store_now($now) - $within THEN 1 ELSE 0 END AS is_late
  FROM claims LEFT JOIN processes ON processes.process = claims.owner WHERE claims.id = $id`;
const TAKE = `
  INSERT INTO claims (id, owner, claim) VALUES ($id, $process, $claim)
  ON CONFLICT (id) DO UPDATE SET owner = excluded.owner, claim = excluded.claim`;
const RELEASE_SOME = `
  DELETE FROM claims WHERE id IN (SELECT id FROM claims WHERE owner = $process ORDER BY id LIMIT $limit)`;
/** No process has this id. */
const NO_OWNER = '';
const OFFER_SOME = `
  UPDATE claims SET owner = '${NO_OWNER}'
  WHERE id IN (SELECT id FROM claims WHERE owner = $process ORDER BY id LIMIT $limit)`;
const NOTE_OFFER = `
  INSERT INTO revisions (name, n) VALUES ($name, 1) ON CONFLICT (name) DO UPDATE SET n = revisions.n + 1`;
const OF_THE_DEAD = `
  claims.owner IN (SELECT '${NO_OWNER}' UNION ALL SELECT process FROM processes WHERE ended_at IS NOT NULL)`;
const IDLE = `
  SELECT claims.id FROM claims WHERE ${OF_THE_DEAD}
    AND NOT EXISTS (SELECT 1 FROM matches WHERE matches.match = claims.id AND matches.wake_at IS NOT NULL)
  ORDER BY claims.owner, claims.id LIMIT $limit`;
const FREE_SOME = `DELETE FROM claims WHERE id IN (${IDLE})`;
/** The order of the tables keeps SQLite from walking through all matches that sleep: few claims have no living owner. */
const ORPHANS = `
  SELECT claims.id FROM claims CROSS JOIN matches
  WHERE ${OF_THE_DEAD} AND matches.match = claims.id AND matches.wake_at IS NOT NULL
  ORDER BY matches.wake_at, claims.id LIMIT $limit`;
