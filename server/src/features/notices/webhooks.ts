/** The addresses that players have named to be told of their matches. They go with their player, and their notices with them. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { type AddedWebhook, type NewWebhook, type NoticeEvent, noticeEvents, type Webhook } from '@flower-war/protocol';

/** Of one player. */
const MOST_WEBHOOKS = 5;
const SECRET_BYTES = 32;

/** What whoever writes a notice must know of a webhook. */
export interface Hook {
  readonly webhook: string;
  readonly events: readonly NoticeEvent[];
}

interface HookRow {
  readonly webhook: string;
  readonly events: string;
}

interface WebhookRow extends HookRow {
  readonly url: string;
  readonly created_at: number;
  readonly succeeded_at: number | null;
  readonly failed_at: number | null;
  readonly failure: string | null;
  readonly pending: number;
  readonly failed: number;
}

export class Webhooks {
  private readonly statements: ReturnType<typeof prepare>;
  /** Nearly nobody has one, and who has none must cost nothing. May hold players who have none any more. */
  private readonly owners: Set<string>;

  constructor(database: DatabaseSync) {
    this.statements = prepare(database);
    const rows = database.prepare('SELECT DISTINCT player FROM webhooks').all() as unknown as { player: string }[];
    this.owners = new Set(rows.map(({ player }) => player));
  }

  isOwner(player: string): boolean {
    return this.owners.has(player);
  }

  hooksOf(player: string): readonly Hook[] {
    const rows = this.statements.hooks.all(player) as unknown as HookRow[];
    return rows.map(({ webhook, events }) => ({ webhook, events: JSON.parse(events) as NoticeEvent[] }));
  }

  /** The oldest first. */
  of(player: string): readonly Webhook[] {
    return (this.statements.list.all(player) as unknown as WebhookRow[]).map(webhookOf);
  }

  has(player: string, webhook: string): boolean {
    return this.statements.has.get(webhook, player) !== undefined;
  }

  isFull(player: string): boolean {
    return this.statements.list.all(player).length >= MOST_WEBHOOKS;
  }

  add(player: string, { url, events }: NewWebhook, now: number): AddedWebhook {
    const [webhook, secret] = [randomUUID(), randomBytes(SECRET_BYTES).toString('hex')];
    const wanted = noticeEvents.filter((event) => events?.includes(event) ?? true);
    this.statements.add.run(webhook, player, url, new URL(url).hostname, JSON.stringify(wanted), secret, now);
    this.owners.add(player);
    return { webhook, url, events: wanted, createdAt: now, pending: 0, failed: 0, secret };
  }

  /** False if it is none of theirs. What was not sent is not sent any more. */
  remove(player: string, webhook: string): boolean {
    return this.statements.remove.run(webhook, player).changes > 0;
  }
}

function webhookOf({ webhook, url, events, created_at, pending, failed, ...row }: WebhookRow): Webhook {
  return {
    ...{ webhook, url, events: JSON.parse(events) as NoticeEvent[], createdAt: created_at, pending, failed },
    ...(row.succeeded_at !== null && { lastSuccessAt: row.succeeded_at }),
    ...(row.failed_at !== null && { lastFailure: { at: row.failed_at, reason: row.failure ?? '' } }),
  };
}

function prepare(database: DatabaseSync) {
  const sql = (text: string) => database.prepare(text);
  return {
    add: sql(
      `INSERT INTO webhooks (webhook, player, url, host, events, secret, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
    ),
    hooks: sql('SELECT webhook, events FROM webhooks WHERE player = ?'),
    list: sql(`SELECT webhook, url, events, created_at, succeeded_at, failed_at, failure,
      (SELECT count(due_at) FROM notices WHERE notices.webhook = webhooks.webhook) AS pending,
      (SELECT count(*) - count(due_at) FROM notices WHERE notices.webhook = webhooks.webhook) AS failed
      FROM webhooks WHERE player = ? ORDER BY created_at, rowid`),
    has: sql('SELECT 1 FROM webhooks WHERE webhook = ? AND player = ?'),
    remove: sql('DELETE FROM webhooks WHERE webhook = ? AND player = ?'),
  };
}
