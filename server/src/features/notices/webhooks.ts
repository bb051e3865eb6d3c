/** The urls that get notices of players' matches. Deleting a player deletes them, and their notices too. */
import { randomBytes, randomUUID } from 'node:crypto';
import { type AddedWebhook, type NewWebhook, type NoticeEvent, noticeEvents, type Webhook } from '@flower-war/protocol';
import type { WebhookRow, WebhookStore } from '../../store/webhooks.ts';

/** For one player. */
const MOST_WEBHOOKS = 5;
const SECRET_BYTES = 32;

/** What the writer of a notice needs of a webhook. */
export interface Hook {
  readonly webhook: string;
  readonly events: readonly NoticeEvent[];
}

export class Webhooks {
  private readonly store: WebhookStore;
  /** Players who have a webhook or had one. Most players never do, and checking them costs no query. */
  private readonly owners: Set<string>;

  constructor(store: WebhookStore) {
    this.store = store;
    this.owners = new Set(store.owners());
  }

  isOwner(player: string): boolean {
    return this.owners.has(player);
  }

  hooksOf(player: string): readonly Hook[] {
    return this.store.hooksOf(player).map(({ webhook, events }) => ({ webhook, events: eventsIn(events) }));
  }

  /** The player's webhooks, the oldest first. */
  of(player: string): readonly Webhook[] {
    return this.store.of(player).map(webhookOf);
  }

  has(player: string, webhook: string): boolean {
    return this.store.has(player, webhook);
  }

  isFull(player: string): boolean {
    return this.store.countOf(player) >= MOST_WEBHOOKS;
  }

  /** Undefined if the player already has the most allowed. */
  add(player: string, { url, events }: NewWebhook, now: number): AddedWebhook | undefined {
    const [webhook, secret] = [randomUUID(), randomBytes(SECRET_BYTES).toString('hex')];
    const wanted = noticeEvents.filter((event) => events?.includes(event) ?? true);
    const host = new URL(url).hostname;
    const row = { webhook, player, url, host, events: JSON.stringify(wanted), secret, at: now };
    if (!this.store.add(row, MOST_WEBHOOKS)) return undefined;
    this.owners.add(player);
    return { webhook, url, events: wanted, createdAt: now, pending: 0, failed: 0, secret };
  }

  /** Removes the webhook and its waiting notices. False if it is not the player's. */
  remove(player: string, webhook: string): boolean {
    return this.store.remove(player, webhook);
  }
}

function webhookOf({ webhook, url, events, created_at, pending, failed, ...row }: WebhookRow): Webhook {
  return {
    webhook,
    url,
    events: [...eventsIn(events)],
    createdAt: created_at,
    pending,
    failed,
    ...(row.succeeded_at !== null && { lastSuccessAt: row.succeeded_at }),
    ...(row.failed_at !== null && { lastFailure: { at: row.failed_at, reason: row.failure ?? '' } }),
  };
}

function eventsIn(json: string): readonly NoticeEvent[] {
  return JSON.parse(json) as NoticeEvent[];
}
