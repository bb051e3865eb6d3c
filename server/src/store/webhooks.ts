/** The urls that get notices of players' matches. Deleting a player deletes them, and their notices too. */
import { all, change, first, type Work } from './engine/engine.ts';

export interface HookRow {
  readonly webhook: string;
  /** The wanted events, as JSON. */
  readonly events: string;
  /** The one match of which it is told, or null. */
  readonly only_match: string | null;
  /** What the player wishes beside the events, as JSON; null for a webhook of before there were wishes. */
  readonly wishes: string | null;
}

export interface WebhookRow extends HookRow {
  readonly url: string;
  /** Null for a webhook of before there were forms, which is signed. */
  readonly form: string | null;
  /** The hash of the code that the player must enter before it gets notices, or null. */
  readonly proof: string | null;
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
  readonly form: string;
  readonly wishes: string;
  readonly proof: string | null;
  readonly at: number;
}

export const webhooks = {
  /** Rises with every change, and so tells whether what was read is still right. */
  *revision(): Work<number> {
    const sql = "SELECT n FROM revisions WHERE name = 'webhooks'";
    return (yield* first<{ n: number }>(sql))?.n ?? 0;
  },

  /** Each webhook that may get notices, with what their writer needs. */
  *everyHook(): Work<readonly (HookRow & { readonly player: string })[]> {
    return yield* all(`SELECT player, ${HOOK} WHERE proof IS NULL ${OLDEST_FIRST}`);
  },

  /** The same for one player. */
  *hooksOf(player: string): Work<readonly HookRow[]> {
    return yield* all<HookRow>(`SELECT ${HOOK} WHERE player = $player AND proof IS NULL ${OLDEST_FIRST}`, { player });
  },

  /** The player's webhooks, the oldest first. */
  *of(player: string): Work<readonly WebhookRow[]> {
    return yield* all<WebhookRow>(LIST, { player });
  },

  /** Undefined if the player has no such webhook. */
  *proofOf(player: string, webhook: string): Work<Pick<WebhookRow, 'proof'> | undefined> {
    const sql = `SELECT proof FROM ${BOTH} WHERE webhooks.webhook = $webhook AND player = $player`;
    return yield* first<Pick<WebhookRow, 'proof'>>(sql, { webhook, player });
  },

  /** The player has entered the code with this hash. Returns the new revision, or undefined if another code is asked. */
  *prove({ player, webhook, proof }: { player: string; webhook: string; proof: string }): Work<number | undefined> {
    const sql = `UPDATE webhook_forms SET proof = NULL WHERE webhook = $webhook AND proof = $proof
      AND EXISTS (SELECT 1 FROM webhooks WHERE webhook = $webhook AND player = $player)`;
    return (yield* change(sql, { webhook, player, proof })) > 0 ? yield* nextRevision() : undefined;
  },

  /**
   * Returns the new revision. Undefined if the player already has the most allowed. Those of matches that are over, with nothing
   * left to tell, make room.
   */
  *add(row: NewWebhookRow, most: number): Work<number | undefined> {
    const { webhook, player, url, host, events, secret, at } = row;
    const { form, only_match: match, wishes, proof } = row;
    yield* change(DELETE_DONE, { player });
    const sql = 'SELECT count(*) AS n FROM webhooks WHERE player = $player';
    if (((yield* first<{ n: number }>(sql, { player }))?.n ?? 0) >= most) return undefined;
    yield* change(
      `INSERT INTO webhooks (webhook, player, url, host, events, secret, created_at)
        VALUES ($webhook, $player, $url, $host, $events, $secret, $at)`,
      { webhook, player, url, host, events, secret, at },
    );
    yield* change(
      `INSERT INTO webhook_forms (webhook, form, only_match, wishes, proof)
        VALUES ($webhook, $form, $match, $wishes, $proof)`,
      { webhook, form, match, wishes, proof },
    );
    return yield* nextRevision();
  },

  /** Removes the webhook and its waiting notices. Returns the new revision. Undefined if the player has no such webhook. */
  *remove(player: string, webhook: string): Work<number | undefined> {
    const sql = 'DELETE FROM webhooks WHERE webhook = $webhook AND player = $player';
    return (yield* change(sql, { webhook, player })) > 0 ? yield* nextRevision() : undefined;
  },

  /** Removes a webhook that will never take a notice again. Undefined if it is gone already. */
  *drop(webhook: string): Work<{ readonly player: string; readonly revision: number } | undefined> {
    const owner = yield* first<{ player: string }>('SELECT player FROM webhooks WHERE webhook = $webhook', { webhook });
    const revision = owner && (yield* webhooks.remove(owner.player, webhook));
    return owner && revision !== undefined ? { player: owner.player, revision } : undefined;
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

const BOTH = 'webhooks LEFT JOIN webhook_forms ON webhook_forms.webhook = webhooks.webhook';
const HOOK = `webhooks.webhook, events, only_match, wishes FROM ${BOTH}`;
const OLDEST_FIRST = 'ORDER BY created_at, webhooks.rowid';

const DELETE_DONE = `
  DELETE FROM webhooks WHERE player = $player AND webhook IN (SELECT webhook FROM webhook_forms WHERE only_match IN
      (SELECT match FROM matches WHERE status = 'ended'))
    AND NOT EXISTS (SELECT 1 FROM notices WHERE notices.webhook = webhooks.webhook AND due_at IS NOT NULL)`;

const NEXT_REVISION = `
  INSERT INTO revisions (name, n) VALUES ('webhooks', 1) ON CONFLICT (name) DO UPDATE SET n = revisions.n + 1 RETURNING n`;

const LIST = `
  SELECT webhooks.webhook, url, form, events, only_match, wishes, proof, created_at, succeeded_at, failed_at, failure,
    (SELECT count(due_at) FROM notices WHERE notices.webhook = webhooks.webhook) AS pending,
    (SELECT count(*) - count(due_at) FROM notices WHERE notices.webhook = webhooks.webhook) AS failed
  FROM ${BOTH} WHERE player = $player ${OLDEST_FIRST}`;
