/** The addresses that get notices of players' matches. Deleting a player deletes them, and their notices too. */
import { randomBytes, randomUUID } from 'node:crypto';
import {
  type AddedWebhook,
  type NewWebhook,
  type NoticeEvent,
  noticeEvents,
  type PausedWebhook,
  type Webhook,
  type WebhookForm,
} from '@flower-war/protocol';
import { Refused } from '../../base/refused.ts';
import type { Stores } from '../../store/operations.ts';
import type { HookRow, WebhookRow } from '../../store/webhooks.ts';
import { asTyped, hashOf } from '../people/codes.ts';
import { addressIn, MAIL_HOST, MOST_REFUSALS } from './email.ts';
import type { Wishes } from './hours.ts';

/** For one player. */
const MOST_WEBHOOKS = 10;
const SECRET_BYTES = 32;

/** What the writer of a notice needs of a webhook. */
interface Hook {
  readonly webhook: string;
  readonly events: readonly NoticeEvent[];
  /** Absent: all matches. */
  readonly match?: string;
  readonly wishes: Wishes;
}

interface Wanted extends NewWebhook {
  /** What the player must enter before the webhook gets notices, if anything. */
  readonly code?: string;
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

  /** Whether the webhook is the player's, and proven, or gets nothing more. */
  async stateOf(player: string, webhook: string): Promise<'proven' | 'unproven' | 'paused' | undefined> {
    const found = await this.store.proofOf(player, webhook);
    if (found === undefined) return undefined;
    if (found.paused !== null) return 'paused';
    return found.proof === null ? 'proven' : 'unproven';
  }

  /** Its reader has stopped it. */
  stopped(webhook: string): Promise<void> {
    return this.pausedBy(() => this.store.pause(webhook, 'stopped'));
  }

  /** Its address has refused a notice for good. */
  refused(webhook: string): Promise<void> {
    return this.pausedBy(() => this.store.refused(webhook, MOST_REFUSALS));
  }

  private pausedBy(pause: () => Promise<HookChange | undefined>): Promise<void> {
    return this.inTurn(async () => {
      const change = await pause();
      if (change === undefined) return;
      await this.readNow(change.player);
      this.tell(change);
    });
  }

  /** The player has entered this code. False if another one was sent. */
  prove(player: string, { webhook, code }: { webhook: string; code: string }): Promise<boolean> {
    return this.inTurn(async () => {
      const revision = await this.store.prove({ player, webhook, proof: hashOf(asTyped(code)) });
      if (revision === undefined) return false;
      await this.readNow(player);
      this.tell({ player, revision });
      return true;
    });
  }

  /** The player was deleted, and the webhooks too. */
  forget(player: string): void {
    void this.inTurn(async () => this.put(player, []));
  }

  /** Undefined if the player already has the most allowed. */
  add(player: string, wanted: Wanted, now: number): Promise<AddedWebhook | undefined> {
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

  /** Removes a webhook that will never take a notice again. */
  drop(webhook: string): Promise<void> {
    return this.inTurn(async () => {
      const dropped = await this.store.drop(webhook);
      if (dropped === undefined) return;
      await this.readNow(dropped.player);
      this.tell(dropped);
    });
  }

  private async addNow(
    player: string,
    { url: given, events, form = 'signed', language = 'en', match, code, ...more }: Wanted,
    now: number,
  ): Promise<AddedWebhook | undefined> {
    const [webhook, secret] = [randomUUID(), randomBytes(SECRET_BYTES).toString('hex')];
    const wanted = noticeEvents.filter((event) => events?.includes(event) ?? true);
    const { host, url } = form === 'email' ? mailboxOf(given) : placeOnWeb(given);
    const told = { language, ...wishedIn(more) };
    const wishes: Wishes = { ...told, ...(form === 'push' && more.keys !== undefined && { keys: more.keys }) };
    const row = { webhook, player, url, host, events: JSON.stringify(wanted), secret, form, at: now };
    const proof = code === undefined ? null : hashOf(code);
    const kept = { ...row, proof, only_match: match ?? null, wishes: JSON.stringify(wishes) };
    const revision = await this.store.add(kept, MOST_WEBHOOKS);
    if (revision === 'unknown') throw new Refused('unauthorized');
    if (revision === 'full') return undefined;
    await this.readNow(player);
    this.tell({ player, revision });
    const counts = { createdAt: now, pending: 0, failed: 0 };
    const shown = { webhook, url, form, ...told, events: wanted, isProven: proof === null };
    return { ...shown, ...counts, secret, ...(match !== undefined && { match }) };
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

const placeOnWeb = (given: string) => ({ host: new URL(given).hostname, url: new URL(given).href });
const mailboxOf = (given: string) => ({ host: MAIL_HOST, url: `mailto:${addressIn(given)}` });

function wishedIn({ quiet, digest, reminder }: Pick<NewWebhook, 'quiet' | 'digest' | 'reminder'>): Wishes {
  return {
    ...(quiet !== undefined && { quiet }),
    ...(digest !== undefined && { digest }),
    ...(reminder !== undefined && { reminder }),
  };
}

const matchOf = ({ only_match: match }: HookRow) => (match === null ? {} : { match });
const wishesOf = ({ wishes }: Pick<HookRow, 'wishes'>) => JSON.parse(wishes ?? '{}') as Wishes;

function hookOf(row: HookRow): Hook {
  return { webhook: row.webhook, events: eventsIn(row.events), ...matchOf(row), wishes: wishesOf(row) };
}

function webhookOf({ webhook, url, events, created_at, pending, failed, ...row }: WebhookRow): Webhook {
  const { language = 'en', ...wishes } = wishesOf(row);
  return {
    webhook,
    url,
    form: (row.form ?? 'signed') as WebhookForm,
    language,
    ...(row.only_match !== null && { match: row.only_match }),
    ...wishedIn(wishes),
    ...(row.paused !== null && { paused: row.paused as PausedWebhook }),
    isProven: row.proof === null,
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
