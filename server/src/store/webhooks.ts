/** The urls that get notices of players' matches. Deleting a player deletes them, and their notices too. */
import { all, change, first, type Work } from './engine/engine.ts';

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
  /** Rises with every change, and so tells whether what was read is still right. */
  *revision(): Work<number> {
    const sql = "SELECT n FROM revisions WHERE name = 'webhooks'";
    return (yield* first<{ n: number }>(sql))?.n ?? 0;
  },

  /** Each webhook with what the writer of a notice needs. */
  *everyHook(): Work<readonly (HookRow & { readonly player: string })[]> {
    return yield* all('SELECT player, webhook, events FROM webhooks ORDER BY created_at, rowid');
  },

  /** The same for one player. */
  *hooksOf(player: string): Work<readonly HookRow[]> {
    const sql = 'SELECT webhook, events FROM webhooks WHERE player = $player ORDER BY created_at, rowid';
    return yield* all<HookRow>(sql, { player });
  },

  /** The player's webhooks, the oldest first. */
  *of(player: string): Work<readonly WebhookRow[]> {
    return yield* all<WebhookRow>(LIST, { player });
  },

  *has(player: string, webhook: string): Work<boolean> {
    const sql = 'SELECT 1 AS found FROM webhooks WHERE webhook = $webhook AND player = $player';
    return (yield* first(sql, { webhook, player })) !== undefined;
  },

  /** Returns the new revision. Undefined if the player already has the most allowed. */
  *add(row: NewWebhookRow, most: number): Work<number | undefined> {
    const { webhook, player, url, host, events, secret, at } = row;
    const sql = 'SELECT count(*) AS n FROM webhooks WHERE player = $player';
    if (((yield* first<{ n: number }>(sql, { player }))?.n ?? 0) >= most) return undefined;
    yield* change(
      `INSERT INTO webhooks (webhook, player, url, host, events, secret, created_at)
        VALUES ($webhook, $player, $url, $host, $events, $secret, $at)`,
      { webhook, player, url, host, events, secret, at },
    );
    return yield* nextRevision();
  },

  /** Removes the webhook and its waiting notices. Returns the new revision. Undefined if the player has no such webhook. */
  *remove(player: string, webhook: string): Work<number | undefined> {
    const sql = 'DELETE FROM webhooks WHERE webhook = $webhook AND player = $player';
    return (yield* change(sql, { webhook, player })) > 0 ? yield* nextRevision() : undefined;
  },

  /** Removes all webhooks of a player. */
  *removeAll(player: string): Work<void> {
    if ((yield* change('DELETE FROM webhooks WHERE player = $player', { player })) > 0) yield* nextRevision();
  },
};

function* nextRevision(): Work<number> {
  const row = yield* first<{ n: number }>(NEXT_REVISION);
  return row?.n ?? 0;
}

const NEXT_REVISION = `
  INSERT INTO revisions (name, n) VALUES ('webhooks', 1) ON CONFLICT (name) DO UPDATE SET n = revisions.n + 1 RETURNING n`;

const LIST = `
  SELECT webhook, url, events, created_at, succeeded_at, failed_at, failure,
    (SELECT count(due_at) FROM notices WHERE notices.webhook = webhooks.webhook) AS pending,
    (SELECT count(*) - count(due_at) FROM notices WHERE notices.webhook = webhooks.webhook) AS failed
  FROM webhooks WHERE player = $player ORDER BY created_at, rowid`;
