/** Notices that wait to be sent. Each is written in the transaction of its entry and stays until it is delivered. */
import { all, change, first, type Work } from '../engine/engine.ts';
import type { OutboxRow } from './journal.ts';

/** A notice that is due, with everything needed to send it. */
export interface Due extends Lines {
  readonly webhook: string;
  readonly player: string;
  /** The wanted events, as JSON. */
  readonly events: string;
  /** The one match of which the webhook is told, or null. */
  readonly only_match: string | null;
  readonly url: string;
  readonly host: string;
  readonly secret: string;
  readonly form: string;
  /** What the player wishes of the webhook, as JSON. */
  readonly wishes: string;
  /** 1 if the webhook did not take its last notice, or never had one; else 0. */
  readonly unproven: number;
  /** What else goes with it: a daily digest tells all that waits for it at once. */
  readonly others?: readonly Lines[];
}

interface Lines {
  readonly notice: string;
  readonly kind: string;
  readonly at: number;
  readonly body: string;
  /** The number of earlier tries. */
  readonly attempts: number;
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
  /** What is from then or before is given up: a digest tells young lines beside old ones. */
  readonly tooOld?: number;
}

export interface OutboxCounts {
  readonly pending: number;
  readonly failed: number;
}

const KEPT_FOR_MS = 30 * 24 * 60 * 60 * 1000;

export const outbox = {
  /**
   * Adds a notice, in the transaction that writes its entry. Skips deleted webhooks. Also skips a second `turn` of a match
   * while one waits, or while the player has not been back since the last one. A reminder takes the place of the one of the
   * decision before. Returns whether the notice is new.
   */
  *put({ notice, webhook, match, kind, at, dueAt = at, body }: OutboxRow): Work<boolean> {
    if (kind === 'reminder') yield* change(FORGET_REMINDER, { webhook, match });
    const sql = kind === 'turn' ? PUT + UNLESS_TOLD : PUT;
    if ((yield* change(sql, { notice, webhook, match, kind, at, dueAt, body })) === 0) return false;
    const told = 'INSERT INTO told_turns (webhook, match, at) VALUES ($webhook, $match, $at)';
    if (kind === 'turn') yield* change(told, { webhook, match, at });
    return true;
  },

  /**
   * Leases the next notices to the process that will send them, at most one for each host and each player: first those whose
   * webhook took its last notice, and last those whose webhook failed the last time. Notices of one match go to a webhook in order, one at a time; a
   * reminder waits for none of them, and none for it. What waits for one digest goes together. The lease of a process
   * that dies runs out, and another one sends the notice again. The cost grows with the number of hosts, not with the
   * number of notices that wait for a dead one.
   */
  *lease({ leaseMs, ...choice }: Choice): Work<readonly Due[]> {
    const { now } = choice;
    const chosen = yield* all<Due>(NEXT, { ...choice, notices: wordList(choice.notices) });
    const leased: Due[] = [];
    for (const due of chosen) {
      yield* change(LEASE, { notice: due.notice, now, leaseMs });
      leased.push(isOfDigest(due) ? { ...due, others: yield* leaseOthers(due, { ...choice, leaseMs }) } : due);
    }
    return leased;
  },

  /** The process will not send it. */
  *release(due: Due): Work<void> {
    const sql = 'UPDATE notices SET leased_until = NULL WHERE notice = $notice AND attempts = $attempts';
    for (const { notice, attempts } of linesOf(due)) yield* change(sql, { notice, attempts });
  },

  /** There is nothing to tell any more. The next turn of the match is news again. */
  *drop(due: Due): Work<void> {
    const { webhook } = due;
    if (due.kind === 'turn') yield* change(FORGET_TURN, { webhook, notice: due.notice });
    for (const { notice } of linesOf(due)) yield* change(DELETE, { notice });
    yield* mayTellAgain(due);
  },

  /** It is too early. The tries and the age of a reminder are counted from its new time. */
  *postpone(due: Due, { dueAt, body: first }: { dueAt: number; body: string }): Work<void> {
    const sql = `UPDATE notices SET due_at = $dueAt, body = $body, leased_until = NULL,
        at = CASE kind WHEN 'reminder' THEN $dueAt ELSE at END
      WHERE notice = $notice AND attempts = $attempts`;
    for (const { notice, attempts, body } of linesOf({ ...due, body: first }))
      yield* change(sql, { notice, attempts, dueAt, body });
  },

  /** When the next notice becomes due. */
  *dueAfter(now: number): Work<number | undefined> {
    const sql = 'SELECT min(due_at) AS at FROM notices WHERE due_at > $now';
    return (yield* first<{ at: number | null }>(sql, { now }))?.at ?? undefined;
  },

  *delivered(due: Due, now: number): Work<void> {
    const { webhook } = due;
    for (const { notice } of linesOf(due)) yield* change(DELETE, { notice });
    yield* mayTellAgain(due);
    yield* change('UPDATE webhooks SET succeeded_at = $now WHERE webhook = $webhook', { now, webhook });
    yield* change('UPDATE webhook_forms SET refusals = 0 WHERE webhook = $webhook AND refusals > 0', { webhook });
  },

  /** Each try counts once, also if the lease ran out and another process has tried meanwhile. */
  *failed(due: Due, { at, reason, dueAt, tooOld = Number.NEGATIVE_INFINITY }: Failure): Work<void> {
    const { webhook } = due;
    for (const line of linesOf(due)) {
      const { notice, attempts } = line;
      yield* change(POSTPONE, { notice, attempts, dueAt: line.at <= tooOld ? null : (dueAt ?? null) });
    }
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

/** The notice itself, and what goes with it. */
export const linesOf = (due: Due): readonly Lines[] => [due, ...(due.others ?? [])];

/** What a digest tells. A reminder, a test or a code goes at once. */
export const DIGESTED: readonly string[] = ['turn', 'started', 'ended'];

const isOfDigest = ({ kind, wishes }: Due): boolean => DIGESTED.includes(kind) && 'digest' in JSON.parse(wishes);

function* leaseOthers(
  { notice, webhook }: Due,
  { now, leaseMs, notices }: Pick<Choice, 'now' | 'leaseMs' | 'notices'>,
): Work<readonly Lines[]> {
  const others = yield* all<Lines>(OTHERS, { notice, webhook, now, notices: wordList(notices) });
  for (const other of others) yield* change(LEASE, { notice: other.notice, now, leaseMs });
  return others;
}

/** After a digest the next turn of a match is news again, also if the player moves without being connected. */
function* mayTellAgain(due: Due): Work<void> {
  if (due.others === undefined) return;
  yield* change('DELETE FROM told_turns WHERE webhook = $webhook', { webhook: due.webhook });
}

const DELETE = 'DELETE FROM notices WHERE notice = $notice';

const FORGET_TURN = `
  DELETE FROM told_turns WHERE webhook = $webhook AND match = (SELECT match FROM notices WHERE notice = $notice)`;

const FORGET_REMINDER = `
  DELETE FROM notices WHERE webhook = $webhook AND match = $match AND kind = 'reminder' AND due_at IS NOT NULL`;

/** A parameter that holds several words. None of them has a space. */
const wordList = (words: readonly string[]) => ` ${words.join(' ')} `;
const isAmong = (column: string, list: string) => `replace(${list}, ' ' || ${column} || ' ', '') <> ${list}`;

/** What no process sends now. */
const FREE = `(leased_until IS NULL OR leased_until <= store_now($now)) AND NOT (${isAmong('notice', '$notices')})`;

/** What else a digest tells. What waits for another try goes with the next digest, and needs no message of its own. */
const OTHERS = `
  SELECT notice, kind, at, body, attempts FROM notices WHERE webhook = $webhook AND notice <> $notice
    AND due_at IS NOT NULL AND (due_at <= $now OR attempts > 0) AND ${FREE}
    AND kind IN ('turn', 'started', 'ended') ORDER BY n`;

const PUT = `
  INSERT INTO notices (notice, webhook, host, match, kind, at, body, attempts, due_at)
  SELECT $notice, webhook, host, $match, $kind, $at, $body, 0, $dueAt FROM webhooks WHERE webhook = $webhook
    AND NOT EXISTS (SELECT 1 FROM webhook_forms WHERE webhook = $webhook AND paused IS NOT NULL)`;

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
    SELECT (SELECT n FROM notices WHERE notices.host = hosts.host AND due_at <= $now AND ${FREE}
      AND (kind = 'reminder' OR NOT EXISTS (SELECT 1 FROM notices e WHERE e.webhook = notices.webhook
        AND e.match = notices.match AND e.n < notices.n AND e.due_at IS NOT NULL AND e.kind <> 'reminder'))
      AND $mostPerPlayer > (SELECT count(*) FROM webhooks JOIN busy ON busy.player = webhooks.player
        WHERE webhooks.webhook = notices.webhook)
      ORDER BY due_at, n LIMIT 1)
    FROM hosts WHERE host IS NOT NULL AND $mostPerHost > (SELECT count(*) FROM busy WHERE busy.host = hosts.host)
  ), waiting AS (
    SELECT notice, notices.webhook, player, kind, at, body, attempts, events, only_match, url, notices.host, secret,
      coalesce(form, 'signed') AS form, coalesce(wishes, '{}') AS wishes, due_at, notices.n,
      CASE WHEN failed_at > coalesce(succeeded_at, 0) THEN 2 WHEN succeeded_at IS NULL THEN 1 ELSE 0 END AS doubt,
      row_number() OVER (PARTITION BY player ORDER BY due_at, notices.n) AS place
    FROM heads JOIN notices ON notices.n = heads.n JOIN webhooks ON webhooks.webhook = notices.webhook
      LEFT JOIN webhook_forms ON webhook_forms.webhook = webhooks.webhook
  ), ordered AS (
    SELECT waiting.*, CASE doubt WHEN 0 THEN 0 ELSE 1 END AS unproven,
      row_number() OVER (PARTITION BY CASE doubt WHEN 0 THEN 0 ELSE 1 END ORDER BY doubt, due_at, n) AS among
    FROM waiting WHERE place = 1
  )
  SELECT notice, webhook, player, kind, at, body, attempts, events, only_match, url, host, secret, form, wishes, unproven
  FROM ordered
  WHERE unproven = 0 OR among <= $limitUnproven ORDER BY doubt, due_at, n LIMIT $limit`;
