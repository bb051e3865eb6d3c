/** The urls that get notices of players' matches. Deleting a player deletes them, and their notices too. */
import { all, change, first, type Work } from './engine/work.ts';

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

export const webhooks = {
  /** Each webhook with what the writer of a notice needs. */
  *everyHook(): Work<readonly (HookRow & { readonly player: string })[]> {
    return yield* all('SELECT player, webhook, events FROM webhooks ORDER BY created_at, rowid');
  },

  /** The player's webhooks, the oldest first. */
  *of(player: string): Work<readonly WebhookRow[]> {
    return yield* all<WebhookRow>(LIST, { player });
  },

  *has(player: string, webhook: string): Work<boolean> {
    const sql = 'SELECT 1 AS found FROM webhooks WHERE webhook = $webhook AND player = $player';
    return (yield* first(sql, { webhook, player })) !== undefined;
  },

  /** False if the player already has the most allowed. */
  *add(row: NewWebhookRow, most: number): Work<boolean> {
    const { webhook, player, url, host, events, secret, at } = row;
    const sql = 'SELECT count(*) AS n FROM webhooks WHERE player = $player';
    if (((yield* first<{ n: number }>(sql, { player }))?.n ?? 0) >= most) return false;
    yield* change(
      `INSERT INTO webhooks (webhook, player, url, host, events, secret, created_at)
        VALUES ($webhook, $player, $url, $host, $events, $secret, $at)`,
      { webhook, player, url, host, events, secret, at },
    );
    return true;
  },

  /** Removes the webhook and its waiting notices. False if the player has no such webhook. */
  *remove(player: string, webhook: string): Work<boolean> {
    const sql = 'DELETE FROM webhooks WHERE webhook = $webhook AND player = $player';
    return (yield* change(sql, { webhook, player })) > 0;
  },
};

const LIST = `
  SELECT webhook, url, events, created_at, succeeded_at, failed_at, failure,
    (SELECT count(due_at) FROM notices WHERE notices.webhook = webhooks.webhook) AS pending,
    (SELECT count(*) - count(due_at) FROM notices WHERE notices.webhook = webhooks.webhook) AS failed
  FROM webhooks WHERE player = $player ORDER BY created_at, rowid`;
