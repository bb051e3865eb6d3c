/** Notices that wait to be sent. Each is written in the transaction of its entry and stays until it is delivered. */
import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '../data-folder/database.ts';
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
}

/** What `next` may choose, and what not. */
export interface Choice {
  readonly now: number;
  readonly limit: number;
  /** Notices under way, which are not chosen again. */
  readonly notices: readonly string[];
  /** Hosts that have the most requests allowed at once. */
  readonly hosts: readonly string[];
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

export class NoticeOutbox {
  private readonly database: DatabaseSync;
  private readonly statements: ReturnType<typeof prepare>;
  /** Called for each new notice, before its transaction ends. */
  onPut: () => void = () => {};

  constructor(database: DatabaseSync) {
    this.database = database;
    this.statements = prepare(database);
  }

  /**
   * Adds a notice inside the transaction that writes its entry. Skips deleted webhooks. Also skips a second `turn` of a
   * match while one waits, or while the player has not been back since the last one.
   */
  put({ notice, webhook, match, kind, at, body }: OutboxRow): void {
    const isNew = this.statements.put.run({ notice, webhook, match, kind, at, body }).changes > 0;
    if (!isNew) return;
    if (kind === 'turn') this.statements.told.run(webhook, match, at);
    this.onPut();
  }

  /**
   * The next notices to send, at most one for each host. Notices of one match go to a webhook in order, one at a time.
   * The cost grows with the number of hosts, not with the number of notices that wait for a dead one.
   */
  next({ now, limit, notices, hosts }: Choice): readonly Due[] {
    const busy = { notices: JSON.stringify(notices), hosts: JSON.stringify(hosts) };
    return this.statements.next.all({ now, limit, ...busy }) as unknown as Due[];
  }

  /** When the next notice becomes due. */
  dueAfter(now: number): number | undefined {
    const { at } = this.statements.dueAfter.get(now) as { at: number | null };
    return at ?? undefined;
  }

  delivered({ notice, webhook }: Due, now: number): void {
    inTransaction(this.database, () => {
      this.statements.remove.run(notice);
      this.statements.succeeded.run(now, webhook);
    });
  }

  failed({ notice, webhook }: Due, { at, reason, dueAt }: Failure): void {
    inTransaction(this.database, () => {
      this.statements.postpone.run(dueAt ?? null, notice);
      this.statements.failed.run(at, reason, webhook);
    });
  }

  /** The player is back at the match and may get a notice of the next turn. */
  isBack(player: string, match: string): void {
    this.statements.isBack.run({ player, match });
  }

  counts(): OutboxCounts {
    return { ...this.statements.counts.get() } as unknown as OutboxCounts;
  }

  /** Deletes notices that were given up long ago. */
  sweep(now: number): void {
    for (const statement of [this.statements.sweepFailed, this.statements.sweepTold]) statement.run(now - KEPT_FOR_MS);
  }
}

function prepare(database: DatabaseSync) {
  const sql = (text: string) => database.prepare(text);
  return {
    put: sql(`INSERT INTO notices (notice, webhook, host, match, kind, at, body, attempts, due_at)
      SELECT $notice, webhook, host, $match, $kind, $at, $body, 0, $at FROM webhooks WHERE webhook = $webhook
      AND ($kind <> 'turn' OR NOT EXISTS (SELECT 1 FROM told_turns WHERE webhook = $webhook AND match = $match)
        AND NOT EXISTS (SELECT 1 FROM notices WHERE webhook = $webhook AND match = $match AND kind = 'turn'
          AND due_at IS NOT NULL))`),
    told: sql('INSERT INTO told_turns VALUES (?, ?, ?)'),
    next: sql(`WITH RECURSIVE hosts(host) AS (
        SELECT (SELECT min(host) FROM notices WHERE due_at IS NOT NULL)
        UNION ALL SELECT (SELECT min(host) FROM notices WHERE notices.host > hosts.host AND due_at IS NOT NULL)
          FROM hosts WHERE hosts.host IS NOT NULL
      ), heads(n) AS (
        SELECT (SELECT n FROM notices WHERE notices.host = hosts.host AND due_at <= $now
          AND notice NOT IN (SELECT value FROM json_each($notices))
          AND NOT EXISTS (SELECT 1 FROM notices e WHERE e.webhook = notices.webhook AND e.match = notices.match
            AND e.n < notices.n AND e.due_at IS NOT NULL)
          ORDER BY due_at, n LIMIT 1)
        FROM hosts WHERE host IS NOT NULL AND host NOT IN (SELECT value FROM json_each($hosts))
      )
      SELECT notice, notices.webhook, at, body, attempts, url, notices.host, secret
      FROM heads CROSS JOIN notices USING (n) CROSS JOIN webhooks USING (webhook) ORDER BY due_at, n LIMIT $limit`),
    dueAfter: sql('SELECT min(due_at) AS at FROM notices WHERE due_at > ?'),
    remove: sql('DELETE FROM notices WHERE notice = ?'),
    postpone: sql('UPDATE notices SET attempts = attempts + 1, due_at = ? WHERE notice = ?'),
    succeeded: sql('UPDATE webhooks SET succeeded_at = ? WHERE webhook = ?'),
    failed: sql('UPDATE webhooks SET failed_at = ?, failure = ? WHERE webhook = ?'),
    isBack: sql(`DELETE FROM told_turns WHERE match = $match
      AND webhook IN (SELECT webhook FROM webhooks WHERE player = $player)`),
    counts: sql('SELECT count(due_at) AS pending, count(*) - count(due_at) AS failed FROM notices'),
    sweepFailed: sql('DELETE FROM notices WHERE due_at IS NULL AND at <= ?'),
    sweepTold: sql('DELETE FROM told_turns WHERE at <= ?'),
  };
}
