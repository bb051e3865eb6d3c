/** The urls that get notices of players' matches. Deleting a player deletes them, and their notices too. */
import { randomBytes, randomUUID } from 'node:crypto';
import { type AddedWebhook, type NewWebhook, type NoticeEvent, noticeEvents, type Webhook } from '@flower-war/protocol';
import type { Stores } from '../../store/operations.ts';
import type { HookRow, WebhookRow } from '../../store/webhooks.ts';

/** For one player. */
const MOST_WEBHOOKS = 5;
const SECRET_BYTES = 32;

/** What the writer of a notice needs of a webhook. */
export interface Hook {
  readonly webhook: string;
  readonly events: readonly NoticeEvent[];
}

/** A change of one player's webhooks. */
export interface HookChange {
  readonly player: string;
  /** The revision of all webhooks that the change has led to. */
  readonly revision: number;
}

export class Webhooks {
  /** Called after this process has changed the webhooks of a player. */
  onChange: (change: HookChange) => void = () => {};
  private readonly store: Stores['webhooks'];
  /** In memory, because every entry of a match asks for them. Most players have none. */
  private hooks = new Map<string, readonly Hook[]>();
  /** The revision up to which all changes are in memory. */
  private revision = -1;
  private last: Promise<unknown> = Promise.resolve();

  constructor(store: Stores['webhooks']) {
    this.store = store;
  }

  /** Reads the hooks of all players, unless nothing has changed. Other processes may have changed them. */
  catchUp(): Promise<void> {
    return this.inTurn(async () => {
      const revision = await this.store.revision();
      if (revision === this.revision) return;
      const rows = await this.store.everyHook();
      const owners = Map.groupBy(rows, ({ player }) => player);
      this.hooks = new Map([...owners].map(([player, own]) => [player, own.map(hookOf)]));
      this.revision = revision;
    });
  }

  /** Reads the hooks of one player, which another process may have changed. */
  read(player: string): Promise<void> {
    return this.inTurn(() => this.readNow(player));
  }

  /** The same after another process has told of the change. */
  reread(change: HookChange): Promise<void> {
    return this.inTurn(async () => {
      await this.readNow(change.player);
      this.note(change);
    });
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
    void this.inTurn(async () => this.put(player, []));
  }

  /** Undefined if the player already has the most allowed. */
  add(player: string, wanted: NewWebhook, now: number): Promise<AddedWebhook | undefined> {
    return this.inTurn(() => this.addNow(player, wanted, now));
  }

  /** Removes the webhook and its waiting notices. False if it is not the player's. */
  remove(player: string, webhook: string): Promise<boolean> {
    return this.inTurn(async () => {
      const revision = await this.store.remove(player, webhook);
      this.put(
        player,
        this.hooksOf(player).filter((hook) => hook.webhook !== webhook),
      );
      if (revision !== undefined) this.tell({ player, revision });
      return revision !== undefined;
    });
  }

  private async addNow(
    player: string,
    { url: given, events }: NewWebhook,
    now: number,
  ): Promise<AddedWebhook | undefined> {
    const [webhook, secret] = [randomUUID(), randomBytes(SECRET_BYTES).toString('hex')];
    const wanted = noticeEvents.filter((event) => events?.includes(event) ?? true);
    const { hostname: host, href: url } = new URL(given);
    const row = { webhook, player, url, host, events: JSON.stringify(wanted), secret, at: now };
    const revision = await this.store.add(row, MOST_WEBHOOKS);
    if (revision === undefined) return undefined;
    this.put(player, [...this.hooksOf(player), { webhook, events: wanted }]);
    this.tell({ player, revision });
    return { webhook, url, events: wanted, createdAt: now, pending: 0, failed: 0, secret };
  }

  private async readNow(player: string): Promise<void> {
    this.put(player, (await this.store.hooksOf(player)).map(hookOf));
  }

  private put(player: string, hooks: readonly Hook[]): void {
    if (hooks.length > 0) this.hooks.set(player, hooks);
    else this.hooks.delete(player);
  }

  private tell(change: HookChange): void {
    this.note(change);
    this.onChange(change);
  }

  /** After a change that was missed, `catchUp` reads everything. */
  private note({ revision }: HookChange): void {
    if (revision === this.revision + 1) this.revision = revision;
  }

  /** One change at a time, so that no older state overwrites a newer one. */
  private inTurn<T>(job: () => Promise<T>): Promise<T> {
    const done = this.last.then(job, job);
    this.last = done.catch(() => {}); // the caller of this job hears of the failure
    return done;
  }
}

const hookOf = ({ webhook, events }: HookRow): Hook => ({ webhook, events: eventsIn(events) });

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
