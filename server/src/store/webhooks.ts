/** The urls that get notices of players' matches. Deleting a player deletes them, and their notices too. */
import type { DatabaseSync } from 'node:sqlite';

export interface HookRow {
  readonly webhook: string;
  /** The wanted events, as JSON. */
  readonly events: string;
}

export interface WebhookRow extends HookRow {
  readonly url: string;
  readonly created_at: number;
  readonly succeeded_at: number | null;
  readonly failed_at: number | null;
  readonly failure: string | null;
  readonly pending: number;
  readonly failed: number;
}

export interface NewWebhookRow extends HookRow {
  readonly player: string;
  readonly url: string;
  readonly host: string;
  readonly secret: string;
  readonly at: number;
}

export class WebhookStore {
  private readonly statements: ReturnType<typeof prepare>;

  constructor(database: DatabaseSync) {
    this.statements = prepare(database);
  }

  /** All players who have a webhook. */
  owners(): readonly string[] {
    return (this.statements.owners.all() as unknown as { player: string }[]).map(({ player }) => player);
  }

  /** The player's webhooks, with what the writer of a notice needs. */
  hooksOf(player: string): readonly HookRow[] {
    return this.statements.hooks.all(player) as unknown as HookRow[];
  }

  /** The player's webhooks, the oldest first. */
  of(player: string): readonly WebhookRow[] {
    return this.statements.list.all(player) as unknown as WebhookRow[];
  }

  has(player: string, webhook: string): boolean {
    return this.statements.has.get(webhook, player) !== undefined;
  }

  countOf(player: string): number {
    return (this.statements.count.get(player) as { n: number }).n;
  }

  /** False if the player already has the most allowed. */
  add({ webhook, player, url, host, events, secret, at }: NewWebhookRow, most: number): boolean {
    if (this.countOf(player) >= most) return false;
    this.statements.add.run(webhook, player, url, host, events, secret, at);
    return true;
  }

  /** Removes the webhook and its waiting notices. False if the player has no such webhook. */
  remove(player: string, webhook: string): boolean {
    return this.statements.remove.run(webhook, player).changes > 0;
  }
}

function prepare(database: DatabaseSync) {
  const sql = (text: string) => database.prepare(text);
  return {
    owners: sql('SELECT DISTINCT player FROM webhooks'),
    add: sql(
      `INSERT INTO webhooks (webhook, player, url, host, events, secret, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
    ),
    hooks: sql('SELECT webhook, events FROM webhooks WHERE player = ?'),
    list: sql(`SELECT webhook, url, events, created_at, succeeded_at, failed_at, failure,
      (SELECT count(due_at) FROM notices WHERE notices.webhook = webhooks.webhook) AS pending,
      (SELECT count(*) - count(due_at) FROM notices WHERE notices.webhook = webhooks.webhook) AS failed
      FROM webhooks WHERE player = ? ORDER BY created_at, rowid`),
    count: sql('SELECT count(*) AS n FROM webhooks WHERE player = ?'),
    has: sql('SELECT 1 FROM webhooks WHERE webhook = ? AND player = ?'),
    remove: sql('DELETE FROM webhooks WHERE webhook = ? AND player = ?'),
  };
}
