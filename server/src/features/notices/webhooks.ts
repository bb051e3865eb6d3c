/** The urls that get notices of players' matches. Deleting a player deletes them, and their notices too. */
import { randomBytes, randomUUID } from 'node:crypto';
import { type AddedWebhook, type NewWebhook, type NoticeEvent, noticeEvents, type Webhook } from '@flower-war/protocol';
import type { Stores } from '../../store/operations.ts';
import type { WebhookRow } from '../../store/webhooks.ts';

/** For one player. */
const MOST_WEBHOOKS = 5;
const SECRET_BYTES = 32;

/** What the writer of a notice needs of a webhook. */
export interface Hook {
  readonly webhook: string;
  readonly events: readonly NoticeEvent[];
}

export class Webhooks {
  private readonly store: Stores['webhooks'];
  /** In memory, because every entry of a match asks for them. Most players have none. */
  private readonly hooks = new Map<string, readonly Hook[]>();

  constructor(store: Stores['webhooks']) {
    this.store = store;
  }

  /** Reads the hooks of all players. Runs once, before the first match is opened. */
  async load(): Promise<void> {
    for (const { player, webhook, events } of await this.store.everyHook())
      this.hooks.set(player, [...this.hooksOf(player), { webhook, events: eventsIn(events) }]);
  }

  isOwner(player: string): boolean {
    return this.hooks.has(player);
  }

  hooksOf(player: string): readonly Hook[] {
    return this.hooks.get(player) ?? [];
  }

  /** The player's webhooks, the oldest first. */
  async of(player: string): Promise<readonly Webhook[]> {
    return (await this.store.of(player)).map(webhookOf);
  }

  has(player: string, webhook: string): Promise<boolean> {
    return this.store.has(player, webhook);
  }

  isFull(player: string): boolean {
    return this.hooksOf(player).length >= MOST_WEBHOOKS;
  }

  /** The player was deleted, and the webhooks too. */
  forget(player: string): void {
    this.hooks.delete(player);
  }

  /** Undefined if the player already has the most allowed. */
  async add(player: string, { url, events }: NewWebhook, now: number): Promise<AddedWebhook | undefined> {
    const [webhook, secret] = [randomUUID(), randomBytes(SECRET_BYTES).toString('hex')];
    const wanted = noticeEvents.filter((event) => events?.includes(event) ?? true);
    const host = new URL(url).hostname;
    const row = { webhook, player, url, host, events: JSON.stringify(wanted), secret, at: now };
    if (!(await this.store.add(row, MOST_WEBHOOKS))) return undefined;
    this.hooks.set(player, [...this.hooksOf(player), { webhook, events: wanted }]);
    return { webhook, url, events: wanted, createdAt: now, pending: 0, failed: 0, secret };
  }

  /** Removes the webhook and its waiting notices. False if it is not the player's. */
  async remove(player: string, webhook: string): Promise<boolean> {
    const isRemoved = await this.store.remove(player, webhook);
    const left = this.hooksOf(player).filter((hook) => hook.webhook !== webhook);
    if (left.length > 0) this.hooks.set(player, left);
    else this.hooks.delete(player);
    return isRemoved;
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
