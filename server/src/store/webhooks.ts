/** The addresses that get notices of players' matches. Deleting a player deletes them, and their notices too. */
import { all, change, first, type Work } from './engine/engine.ts';
import { people } from './people/people.ts';

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
  /** Why it gets nothing more, or null. */
  readonly paused: string | null;
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

/** What the link in a mail leads to. */
export interface StoppableRow {
  readonly secret: string;
  readonly url: string;
  readonly form: string | null;
  readonly wishes: string | null;
  readonly proof: string | null;
}

/** A first mail brings a code to an address that has not asked for it. So those that one causes are counted, as hashes. */
export interface MailCount {
  readonly who: string;
  readonly most: number;
}

export const webhooks = {
  /** Rises with every change, and so tells whether what was read is still right. */
  *revision(): Work<number> {
    const sql = "SELECT n FROM revisions WHERE name = 'webhooks'";
    return (yield* first<{ n: number }>(sql))?.n ?? 0;
  },

  /** Each webhook that may get notices, with what their writer needs. */
  *everyHook(): Work<readonly (HookRow & { readonly player: string })[]> {
    return yield* all(`SELECT player, ${HOOK} WHERE ${SPEAKING} ${OLDEST_FIRST}`);
  },

  /** The same for one player. */
  *hooksOf(player: string): Work<readonly HookRow[]> {
    return yield* all<HookRow>(`SELECT ${HOOK} WHERE player = $player AND ${SPEAKING} ${OLDEST_FIRST}`, { player });
  },

  /** The player's webhooks, the oldest first. */
  *of(player: string): Work<readonly WebhookRow[]> {
    return yield* all<WebhookRow>(LIST, { player });
  },

  /** Undefined if the player has no such webhook. */
  *proofOf(player: string, webhook: string): Work<Pick<WebhookRow, 'proof' | 'paused'> | undefined> {
    const sql = `SELECT proof, paused FROM ${BOTH} WHERE webhooks.webhook = $webhook AND player = $player`;
    return yield* first<Pick<WebhookRow, 'proof' | 'paused'>>(sql, { webhook, player });
  },

  /** The player has entered the code with this hash. Returns the new revision, or undefined if another code is asked. */
  *prove({ player, webhook, proof }: { player: string; webhook: string; proof: string }): Work<number | undefined> {
    const sql = `UPDATE webhook_forms SET proof = NULL WHERE webhook = $webhook AND proof = $proof
      AND EXISTS (SELECT 1 FROM webhooks WHERE webhook = $webhook AND player = $player)`;
    return (yield* change(sql, { webhook, player, proof })) > 0 ? yield* nextRevision() : undefined;
  },

  /**
   * Returns the new revision. `full`: the player already has the most allowed. Those of matches that are over or forgotten, with
   * nothing left to tell, make room. `unknown`: the player was deleted.
   */
  *add(row: NewWebhookRow, most: number): Work<number | 'full' | 'unknown'> {
    const { webhook, player, url, host, events, secret, at } = row;
    const { form, only_match: match, wishes, proof } = row;
    if (!(yield* people.isKnown(player))) return 'unknown';
    yield* change(DELETE_DONE, { player });
    const sql = 'SELECT count(*) AS n FROM webhooks WHERE player = $player';
    if (((yield* first<{ n: number }>(sql, { player }))?.n ?? 0) >= most) return 'full';
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

  *stoppable(webhook: string): Work<StoppableRow | undefined> {
    const sql = `SELECT secret, url, form, wishes, proof FROM ${BOTH} WHERE webhooks.webhook = $webhook`;
    return yield* first<StoppableRow>(sql, { webhook });
  },

  /** The webhook gets nothing more, also not what waits. Returns its player and the new revision, unless it was paused before. */
  *pause(webhook: string, why: string): Work<Paused | undefined> {
    const sql = 'UPDATE webhook_forms SET paused = $why WHERE webhook = $webhook AND paused IS NULL';
    if ((yield* change(sql, { webhook, why })) === 0) return undefined;
    yield* change('DELETE FROM notices WHERE webhook = $webhook AND due_at IS NOT NULL', { webhook });
    const owner = yield* first<{ player: string }>('SELECT player FROM webhooks WHERE webhook = $webhook', { webhook });
    return owner && { ...owner, revision: yield* nextRevision() };
  },

  /** Its address has refused a notice for good. After this many refusals in a row it is paused. */
  *refused(webhook: string, most: number): Work<Paused | undefined> {
    yield* change('UPDATE webhook_forms SET refusals = refusals + 1 WHERE webhook = $webhook', { webhook });
    const sql = 'SELECT refusals FROM webhook_forms WHERE webhook = $webhook';
    const { refusals } = (yield* first<{ refusals: number }>(sql, { webhook })) ?? { refusals: 0 };
    return refusals < most ? undefined : yield* webhooks.pause(webhook, 'refused');
  },

  /**
   * Counts one first mail for all of these, unless one of them has had the most. Returns that one, and when its next mail may go.
   */
  *countMail({ counts, now, endsAt }: CountedMail): Work<{ readonly who: string; readonly at: number } | undefined> {
    for (const { who, most } of counts) {
      const found = yield* first<{ n: number; at: number }>(MAILS_OF, { who, now });
      if (found !== undefined && found.n >= most) return { who, at: found.at };
    }
    for (const { who } of counts) yield* change(NOTE_MAIL, { who, n: 1, endsAt });
    return undefined;
  },

  /** Until then the address gets no first mail. */
  *refuseMail({ who, n, endsAt }: { who: string; n: number; endsAt: number }): Work<void> {
    yield* change(NOTE_MAIL, { who, n, endsAt });
  },

  *sweepMails(now: number): Work<void> {
    yield* change('DELETE FROM first_mails WHERE ends_at <= $now', { now });
  },

  /** Removes all webhooks of a player. */
  *removeAll(player: string): Work<void> {
    if ((yield* change('DELETE FROM webhooks WHERE player = $player', { player })) > 0) yield* nextRevision();
  },
};

interface Paused {
  readonly player: string;
  readonly revision: number;
}

interface CountedMail {
  readonly counts: readonly MailCount[];
  readonly now: number;
  readonly endsAt: number;
}

const MAILS_OF = `
  SELECT CAST(sum(n) AS BIGINT) AS n, min(ends_at) AS at FROM first_mails WHERE who = $who AND ends_at > $now HAVING count(*) > 0`;
const NOTE_MAIL = 'INSERT INTO first_mails (who, n, ends_at) VALUES ($who, $n, $endsAt)';

function* nextRevision(): Work<number> {
  const row = yield* first<{ n: number }>(NEXT_REVISION);
  return row?.n ?? 0;
}

const BOTH = 'webhooks LEFT JOIN webhook_forms ON webhook_forms.webhook = webhooks.webhook';
const HOOK = `webhooks.webhook, events, only_match, wishes FROM ${BOTH}`;
/** It may get notices. */
const SPEAKING = 'proof IS NULL AND paused IS NULL';
const OLDEST_FIRST = 'ORDER BY created_at, webhooks.rowid';

const DELETE_DONE = `
  DELETE FROM webhooks WHERE player = $player AND EXISTS (SELECT 1 FROM webhook_forms LEFT JOIN matches ON match = only_match
      WHERE webhook_forms.webhook = webhooks.webhook AND only_match IS NOT NULL AND (status IS NULL OR status = 'ended'))
    AND NOT EXISTS (SELECT 1 FROM notices WHERE notices.webhook = webhooks.webhook AND due_at IS NOT NULL)`;

const NEXT_REVISION = `
  INSERT INTO revisions (name, n) VALUES ('webhooks', 1) ON CONFLICT (name) DO UPDATE SET n = revisions.n + 1 RETURNING n`;

const LIST = `
  SELECT webhooks.webhook, url, form, events, only_match, wishes, proof, paused, created_at, succeeded_at, failed_at,
    failure, (SELECT count(due_at) FROM notices WHERE notices.webhook = webhooks.webhook
      AND NOT (kind = 'reminder' AND attempts = 0)) AS pending,
    (SELECT count(*) - count(due_at) FROM notices WHERE notices.webhook = webhooks.webhook) AS failed
  FROM ${BOTH} WHERE player = $player ${OLDEST_FIRST}`;
