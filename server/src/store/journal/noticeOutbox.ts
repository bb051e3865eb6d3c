/** Notices that wait to be sent. Each is written in the transaction of its entry and stays until it is delivered. */
import { all, change, first, type Work } from '../engine/engine.ts';
import type { OutboxRow } from './journal.ts';

/** A notice that is due, with everything needed to send it. */
export interface Due {
  readonly notice: string;
  readonly webhook: string;
  readonly at: number;
  readonly body: string;
  /** The number of earlier tries. */
  readonly attempts: number;
  readonly url: string;
  readonly host: string;
  readonly secret: string;
  readonly form: string;
  /** What the player wishes of the webhook, as JSON. */
  readonly wishes: string;
  /** 1 if the webhook did not take its last notice, or never had one; else 0. */
  readonly unproven: number;
}

/** What a process may send now. */
export interface Choice {
  readonly now: number;
  readonly limit: number;
  /** How many of them may go to webhooks that are not proven. */
  readonly limitUnproven: number;
  /** Notices that are under way in this process, which are not chosen again. */
  readonly notices: readonly string[];
  /** The most notices that may be under way to one host, counting all processes. */
  readonly mostPerHost: number;
  /** The same for one player, who chooses the names of hosts. */
  readonly mostPerPlayer: number;
  /** How long no other process may send what is chosen. */
  readonly leaseMs: number;
}

export interface Failure {
  readonly at: number;
  readonly reason: string;
  /** When to try again, or undefined to give up. */
  readonly dueAt: number | undefined;
}

export interface OutboxCounts {
  readonly pending: number;
  readonly failed: number;
}

const KEPT_FOR_MS = 30 * 24 * 60 * 60 * 1000;

export const outbox = {
  /**
   * Adds a notice, in the transaction that writes its entry. Skips deleted webhooks. Also skips a second `turn` of a match
   * while one waits, or while the player has not been back since the last one. Returns whether the notice is new.
   */
  *put({ notice, webhook, match, kind, at, dueAt = at, body }: OutboxRow): Work<boolean> {
    const sql = kind === 'turn' ? PUT + UNLESS_TOLD : PUT;
    if ((yield* change(sql, { notice, webhook, match, kind, at, dueAt, body })) === 0) return false;
    const told = 'INSERT INTO told_turns (webhook, match, at) VALUES ($webhook, $match, $at)';
    if (kind === 'turn') yield* change(told, { webhook, match, at });
    return true;
  },

  /**
   * Leases the next notices to the process that will send them, at most one for each host and each player: first those whose
   * webhook took its last notice, and last those whose webhook failed the last time. Notices of one match go to a webhook in order, one at a time. The lease of a process
   * that dies runs out, and another one sends the notice again. The cost grows with the number of hosts, not with the
   * number of notices that wait for a dead one.
   */
  *lease({ leaseMs, ...choice }: Choice): Work<readonly Due[]> {
    const { now } = choice;
    const chosen = yield* all<Due>(NEXT, { ...choice, notices: wordList(choice.notices) });
    for (const { notice } of chosen) yield* change(LEASE, { notice, now, leaseMs });
    return chosen;
  },

  /** The process will not send it. */
  *release({ notice, attempts }: Due): Work<void> {
    const sql = 'UPDATE notices SET leased_until = NULL WHERE notice = $notice AND attempts = $attempts';
    yield* change(sql, { notice, attempts });
  },

  /** When the next notice becomes due. */
  *dueAfter(now: number): Work<number | undefined> {
    const sql = 'SELECT min(due_at) AS at FROM notices WHERE due_at > $now';
    return (yield* first<{ at: number | null }>(sql, { now }))?.at ?? undefined;
  },

  *delivered({ notice, webhook }: Due, now: number): Work<void> {
    yield* change('DELETE FROM notices WHERE notice = $notice', { notice });
    yield* change('UPDATE webhooks SET succeeded_at = $now WHERE webhook = $webhook', { now, webhook });
  },

  /** Each try counts once, also if the lease ran out and another process has tried meanwhile. */
  *failed({ notice, webhook, attempts }: Due, { at, reason, dueAt }: Failure): Work<void> {
    yield* change(POSTPONE, { notice, attempts, dueAt: dueAt ?? null });
    const note = 'UPDATE webhooks SET failed_at = $at, failure = $reason WHERE webhook = $webhook';
    yield* change(note, { at, reason, webhook });
  },

  /** The player is back at the match and may get a notice of the next turn. One that waits for the end of quiet hours is not sent. */
  *isBack(player: string, match: string): Work<void> {
    yield* change(
      `DELETE FROM notices WHERE match = $match AND kind = 'turn' AND attempts = 0 AND due_at > at
        AND webhook IN (SELECT webhook FROM webhooks WHERE player = $player)`,
      { player, match },
    );
    yield* change(
      'DELETE FROM told_turns WHERE match = $match AND webhook IN (SELECT webhook FROM webhooks WHERE player = $player)',
      { player, match },
    );
  },

  *counts(): Work<OutboxCounts> {
    const sql = 'SELECT count(due_at) AS pending, count(*) - count(due_at) AS failed FROM notices';
    return (yield* first<OutboxCounts>(sql)) ?? { pending: 0, failed: 0 };
  },

  /** Deletes notices that were given up long ago. */
  *sweep(now: number): Work<void> {
    const before = now - KEPT_FOR_MS;
    yield* change('DELETE FROM notices WHERE due_at IS NULL AND at <= $before', { before });
    yield* change('DELETE FROM told_turns WHERE at <= $before', { before });
  },
};

/** A parameter that holds several words. None of them has a space. */
const wordList = (words: readonly string[]) => ` ${words.join(' ')} `;
const isAmong = (column: string, list: string) => `replace(${list}, ' ' || ${column} || ' ', '') <> ${list}`;

const PUT = `
  INSERT INTO notices (notice, webhook, host, match, kind, at, body, attempts, due_at)
  SELECT $notice, webhook, host, $match, $kind, $at, $body, 0, $dueAt FROM webhooks WHERE webhook = $webhook`;

const UNLESS_TOLD = `
  AND NOT EXISTS (SELECT 1 FROM told_turns WHERE webhook = $webhook AND match = $match)
  AND NOT EXISTS (SELECT 1 FROM notices WHERE webhook = $webhook AND match = $match AND kind = 'turn'
    AND due_at IS NOT NULL)`;

const LEASE = 'UPDATE notices SET leased_until = store_now($now) + $leaseMs WHERE notice = $notice';
const POSTPONE = `
  UPDATE notices SET attempts = attempts + 1, due_at = $dueAt, leased_until = NULL
  WHERE notice = $notice AND attempts = $attempts`;

const NEXT = `
  WITH RECURSIVE hosts(host) AS (
    SELECT (SELECT min(host) FROM notices WHERE due_at IS NOT NULL)
    UNION ALL SELECT (SELECT min(host) FROM notices WHERE notices.host > hosts.host AND due_at IS NOT NULL)
      FROM hosts WHERE hosts.host IS NOT NULL
  ), busy(host, player) AS (
    SELECT notices.host, player FROM notices JOIN webhooks ON webhooks.webhook = notices.webhook
    WHERE leased_until > store_now($now)
  ), heads(n) AS (
    SELECT (SELECT n FROM notices WHERE notices.host = hosts.host AND due_at <= $now
      AND (leased_until IS NULL OR leased_until <= store_now($now)) AND NOT (${isAmong('notice', '$notices')})
      AND NOT EXISTS (SELECT 1 FROM notices e WHERE e.webhook = notices.webhook AND e.match = notices.match
        AND e.n < notices.n AND e.due_at IS NOT NULL)
      AND $mostPerPlayer > (SELECT count(*) FROM webhooks JOIN busy ON busy.player = webhooks.player
        WHERE webhooks.webhook = notices.webhook)
      ORDER BY due_at, n LIMIT 1)
    FROM hosts WHERE host IS NOT NULL AND $mostPerHost > (SELECT count(*) FROM busy WHERE busy.host = hosts.host)
  ), waiting AS (
    SELECT notice, notices.webhook, at, body, attempts, url, notices.host, secret, coalesce(form, 'signed') AS form,
      coalesce(wishes, '{}') AS wishes, due_at, notices.n,
      CASE WHEN failed_at > coalesce(succeeded_at, 0) THEN 2 WHEN succeeded_at IS NULL THEN 1 ELSE 0 END AS doubt,
      row_number() OVER (PARTITION BY player ORDER BY due_at, notices.n) AS place
    FROM heads JOIN notices ON notices.n = heads.n JOIN webhooks ON webhooks.webhook = notices.webhook
      LEFT JOIN webhook_forms ON webhook_forms.webhook = webhooks.webhook
  ), ordered AS (
    SELECT waiting.*, CASE doubt WHEN 0 THEN 0 ELSE 1 END AS unproven,
      row_number() OVER (PARTITION BY CASE doubt WHEN 0 THEN 0 ELSE 1 END ORDER BY doubt, due_at, n) AS among
    FROM waiting WHERE place = 1
  )
  SELECT notice, webhook, at, body, attempts, url, host, secret, form, wishes, unproven FROM ordered
  WHERE unproven = 0 OR among <= $limitUnproven ORDER BY doubt, due_at, n LIMIT $limit`;
