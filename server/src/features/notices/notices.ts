/** Tells players about their matches by webhooks, also of chat services, and by e-mail: the entry point for other folders. See docs/webhooks.md. */
import { randomBytes, randomUUID } from 'node:crypto';
import {
  type AddedWebhook,
  type NewWebhook,
  type Notice,
  type NoticeEvent,
  noticeEvents,
  type Occupant,
  type PausedWebhook,
  type Webhook,
  type WebhookForm,
} from '@flower-war/protocol';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Announcements } from '../../announcing/announcements.ts';
import type { Config } from '../../base/config.ts';
import type { Log } from '../../base/log.ts';
import { letters } from '../../base/ids.ts';
import { soon } from '../../base/turns.ts';
import type { Draft } from '../../match/record/writer.ts';
import type { ViewerProgress } from '../../match/shown/viewerProgress.ts';
import type { OutboxRow } from '../../store/journal/journal.ts';
import { DIGESTED, type OutboxCounts } from '../../store/journal/noticeOutbox.ts';
import type { Stores } from '../../store/operations.ts';
import type { HookRow, WebhookRow } from '../../store/webhooks.ts';
import { asTyped, hashOf } from '../people/recovery.ts';
import type { ProofNotice } from './attempt.ts';
import { addressIn, isMailOff, MAIL_HOST, mailing, MOST_REFUSALS } from './email.ts';
import { afterQuiet, remindAt, tellAt, type Wishes } from './hours.ts';
import { MailDoor } from './mailDoor.ts';
import { addressesOf, posting, type Refusal, refusalOfWish, type Resolve, resolverFor } from './post.ts';
import { pushSender } from './push.ts';
import { NoticeSender, type SenderTools } from './sender.ts';
import { type Standing, untilOf } from './standing.ts';
import { timely } from './timely.ts';

interface NoticesTools {
  readonly store: Stores['webhooks'];
  readonly outbox: Stores['outbox'];
  readonly announcements: Pick<Announcements, 'tell' | 'on'>;
  readonly config: Pick<Config, 'WEBHOOKS' | 'PUBLIC_URL' | 'SMTP_URL' | 'MAIL_FROM' | 'LIMITS'>;
  readonly standing: Standing;
  readonly now: () => number;
  /** The real time of day, as far as it is known: receivers check signatures against it. */
  readonly wall: () => number;
  readonly log: Log;
  readonly count: SenderTools['count'];
  /** The private key for push services, in hex. */
  readonly pushKey: string;
  /** Whether a player is connected and sees the match live. */
  readonly isPresent: (match: string, player: string) => boolean;
  readonly resolve?: Resolve;
}

export class Notices {
  readonly webhooks: Webhooks;
  readonly outbox: Stores['outbox'];
  readonly sender: NoticeSender;
  readonly isOff: boolean;
  /** With which browsers subscribe. */
  readonly publicKey: string;
  /** Whether the host has set up no e-mail. */
  readonly isMailOff: boolean;
  readonly mails: MailDoor;
  private readonly tools: NoticesTools;
  private readonly resolve: Resolve;

  constructor(tools: NoticesTools) {
    const { store, outbox, config, standing, now, wall, log, count } = tools;
    this.tools = tools;
    this.outbox = outbox;
    this.isOff = config.WEBHOOKS === 'off';
    this.isMailOff = isMailOff(config);
    this.webhooks = new Webhooks(store);
    this.mails = new MailDoor({ store, config, now, stopped: (webhook) => this.webhooks.stopped(webhook) });
    this.share();
    this.resolve = tools.resolve ?? resolverFor(config.WEBHOOKS);
    const { WEBHOOKS: policy, PUBLIC_URL: publicUrl } = config;
    const push = pushSender(tools.pushKey, publicUrl);
    this.publicKey = push.publicKey;
    const mail = mailing({ ...config, now: wall });
    const posts = posting({ policy, resolve: this.resolve, now: wall, publicUrl, push, mail });
    const report = (problem: string, error: unknown) => log.error({ err: error }, problem);
    this.sender = new NoticeSender({
      outbox,
      post: timely(posts, { standing, now }),
      now,
      report,
      count,
      drop: (webhook) => this.webhooks.drop(webhook),
      refused: (webhook) => this.webhooks.refused(webhook),
    });
  }

  /** If webhooks are off nothing is sent, and waiting notices stay in the outbox. */
  start(): void {
    if (!this.isOff) this.sender.start();
  }

  /** Finds what other processes have changed: webhooks, and notices that a process left behind when it died. */
  async catchUp(): Promise<void> {
    await this.webhooks.catchUp();
    this.sender.wake();
  }

  /** The notices that an entry causes, to be written together with it. */
  of(draft: Draft, before: ViewerProgress): readonly OutboxRow[] {
    if (this.isOff) return [];
    const { isPresent } = this.tools;
    const isReachable = (player: string) => this.webhooks.isOwner(player);
    const told = tellings(draft, before, { isReachable, isPresent, linkTo: (match) => this.linkTo(match) });
    return told.flatMap((telling) => this.rowsFor(telling));
  }

  /** Who has a match in a tournament, to be written together with that match. */
  async ofPairing({ players, match, ...about }: Pairing): Promise<readonly OutboxRow[]> {
    const link = this.linkTo(match);
    const place = { match, ...(link !== undefined && { link }), ...about };
    const tell = (player: string, seat: number) =>
      this.ofOne({ player, event: 'started', notice: { kind: 'paired', seat, ...place } });
    return (await Promise.all(players.map(tell))).flat();
  }

  /** What one player is told, to be written together with what it is about. It is not told after that has ended. */
  async ofOne(telling: Telling): Promise<readonly OutboxRow[]> {
    if (this.isOff) return [];
    await this.webhooks.read(telling.player); // the process that added one may not have told of it yet
    const { notice } = telling;
    const endsAt = 'endsAt' in notice ? notice.endsAt : Number.POSITIVE_INFINITY;
    return this.rowsFor(telling).filter(({ dueAt = notice.at }) => dueAt < endsAt);
  }

  /** The player sits down. A webhook counts from now on, also if no word of it has come from the process that added it. */
  async sits(player: string): Promise<void> {
    if (!this.isOff) await this.webhooks.read(player);
  }

  /** The player sees the match again, so its notices need not be sent. Never throws: the connection matters more. */
  isBack(player: string, match: string): void {
    if (!this.webhooks.isOwner(player)) return;
    this.outbox
      .isBack(player, match)
      .catch((error) => this.tools.log.error({ err: error, match }, 'could not note that a player is back'));
  }

  /** Why a webhook of this form cannot use this url, if so. */
  async refusalOf(wanted: NewWebhook): Promise<Refusal | undefined> {
    const refusal = refusalOfWish(wanted);
    if (refusal !== undefined || wanted.form === 'email') return refusal;
    const found = await addressesOf(wanted.url, { policy: this.tools.config.WEBHOOKS, resolve: this.resolve });
    return typeof found === 'string' ? found : undefined;
  }

  /** Adds a webhook, and asks for its code if it needs one. Undefined if the player already has the most allowed. */
  async add(player: string, wanted: NewWebhook): Promise<AddedWebhook | undefined> {
    const now = this.tools.now();
    const code = PROVEN.includes(wanted.form ?? 'signed') ? undefined : letters(CODE_LETTERS);
    const added = await this.webhooks.add(player, code === undefined ? wanted : Object.assign({ code }, wanted), now);
    if (added !== undefined && code !== undefined)
      await this.put(rowOf({ kind: 'proof', at: now, code }, added.webhook));
    return added;
  }

  async sweep(now: number): Promise<void> {
    await this.outbox.sweep(now);
    await this.tools.store.sweepMails(now);
  }

  /** Sends a test notice. Returns its id. */
  test(webhook: string): Promise<string> {
    return this.put(rowOf({ kind: 'test', at: this.tools.now() }, webhook));
  }

  private async put(row: OutboxRow): Promise<string> {
    if (await this.outbox.put(row)) this.sender.wake();
    return row.notice;
  }

  /** What is lost on the way, `catchUp` finds. */
  private share(): void {
    const { announcements, log } = this.tools;
    this.webhooks.onChange = (change) => announcements.tell('webhooks', change);
    const report = (error: unknown) => log.error({ err: error }, 'the webhooks of a player could not be read again');
    announcements.on('webhooks', (change) => void this.webhooks.reread(change).catch(report));
  }

  private rowsFor({ player, event, notice }: Telling): readonly OutboxRow[] {
    const about = 'match' in notice ? notice.match : undefined;
    return this.webhooks.hooksOf(player).flatMap((hook) => {
      const { webhook, events, match, wishes } = hook;
      if ((match ?? about) !== about) return [];
      if (notice.kind !== 'reminder')
        return event !== 'reminder' && events.includes(event)
          ? [Object.assign(rowOf(notice, webhook), { dueAt: dueAtOf(notice, wishes) })]
          : [];
      const dueAt = remindAt(notice, wishes);
      // Its tries and its age are counted from then on.
      return dueAt === undefined ? [] : [Object.assign(rowOf(notice, webhook), { at: dueAt, dueAt })];
    });
  }

  private linkTo(match: string): string | undefined {
    const { PUBLIC_URL } = this.tools.config;
    return PUBLIC_URL === '' ? undefined : `${PUBLIC_URL}/api/matches/${match}`;
  }
}

/** What ends soon, and the answer to it, do not wait for the daily digest. */
const dueAtOf = ({ kind, at }: Telling['notice'], wishes: Wishes): number =>
  DIGESTED.includes(kind) ? tellAt(at, wishes) : afterQuiet(at, wishes);

/** A program checks signatures. What a browser subscribes to, no other one can read. */
const PROVEN: readonly WebhookForm[] = ['signed', 'push'];

/** A code of 39 bits, which one cannot guess. */
const CODE_LETTERS = 8;

type Untold = Telling['notice'] | { kind: 'test'; at: number } | Omit<ProofNotice, 'id'>;

function rowOf(told: Untold, webhook: string): OutboxRow {
  const notice = { id: randomUUID(), ...told } as Notice | ProofNotice;
  const { id, kind, at } = notice;
  return { notice: id, webhook, match: aboutWhat(notice), kind, at, body: JSON.stringify(notice) };
}

/** Notices of one match, or of one challenge, come in their order. */
function aboutWhat(notice: Notice | ProofNotice): string {
  if ('match' in notice) return notice.match;
  return 'challenge' in notice ? notice.challenge : '';
}

// Which players get which notice of an entry. A notice never tells more than the player's own view.

/** The players of a match by seat, and until when they must come. */
export interface Pairing {
  readonly players: readonly string[];
  readonly match: string;
  readonly game: string;
  readonly tournament: string;
  readonly at: number;
  readonly endsAt: number;
}

export interface Telling {
  readonly player: string;
  readonly event: NoticeEvent | 'reminder';
  readonly notice: DistributiveOmit<Exclude<Notice, { kind: 'test' }>, 'id'>;
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

export interface Asking {
  /** Whether the player has a webhook. */
  readonly isReachable: (player: string) => boolean;
  /** Whether the player is connected and sees the match live. */
  readonly isPresent: (match: string, player: string) => boolean;
  readonly linkTo: (match: string) => string | undefined;
}

export function tellings(draft: Draft, before: ViewerProgress, asking: Asking): readonly Telling[] {
  const reachable = reachableAt(draft.position.occupants, asking);
  if (reachable.length === 0) return [];
  return reachable.flatMap((one) => {
    const decision = newDecision(draft, before, one);
    const told = decision === undefined ? [] : asked(draft, { ...one, decision, asking });
    return [...milestone(draft, one, asking), ...told];
  });
}

interface Seated {
  readonly seat: number;
  readonly player: string;
  /** A bot moves for the player. */
  readonly isDriven: boolean;
}

function reachableAt(occupants: ReadonlyMap<number, Occupant>, { isReachable }: Asking): readonly Seated[] {
  const seated: Seated[] = [];
  for (const [seat, occupant] of occupants)
    if (occupant.kind === 'player' && isReachable(occupant.player))
      seated.push({ seat, player: occupant.player, isDriven: occupant.bot !== undefined });
  return seated;
}

function milestone(draft: Draft, { seat, player }: Seated, asking: Asking): readonly Telling[] {
  const { entry } = draft;
  const place = placeOf(draft, seat, asking);
  if (entry.kind === 'started') return [{ player, event: 'started', notice: { kind: 'started', ...place } }];
  if (entry.kind !== 'ended') return [];
  return [{ player, event: 'ended', notice: { kind: 'ended', ...place, result: entry.result } }];
}

/**
 * A question that this entry newly shows to this seat. A question shown before causes no notice, so that an entry the
 * seat learns nothing of (a secret choice, an answer in a hidden window) never causes one.
 */
function newDecision(draft: Draft, before: ViewerProgress, { seat, isDriven }: Seated): number | undefined {
  const decision = draft.flush.seats.get(seat)?.private.decision;
  return isDriven || decision === before.privateOf(seat).decision ? undefined : decision;
}

interface Decision extends Seated {
  readonly decision: number;
  readonly asking: Asking;
}

/** That it is the player's turn, unless the player sees it; and later, that its time runs out. */
function asked(draft: Draft, { seat, player, decision, asking }: Decision): readonly Telling[] {
  const place = placeOf(draft, seat, asking);
  const until = untilOf(draft.shown, seat);
  const isPresent = asking.isPresent(place.match, player);
  return [
    ...(isPresent ? [] : [{ player, event: 'turn' as const, notice: { kind: 'turn' as const, ...place } }]),
    ...(until === undefined
      ? []
      : [{ player, event: 'reminder' as const, notice: { kind: 'reminder' as const, ...place, decision, until } }]),
  ];
}

function placeOf({ entry, position }: Draft, seat: number, { linkTo }: Asking) {
  const { match, game } = position.created;
  const link = linkTo(match);
  return { at: entry.at, match, game, seat, ...(link !== undefined && { link }) };
}

/** The Prometheus metrics of notices. */
export function noticeMetrics(registry: Registry, countsNow: () => Promise<OutboxCounts>) {
  const registers = [registry];
  new Gauge({
    name: 'flower_war_notices_pending',
    help: 'notices that wait to be sent or to be tried again; every process tells the same, and none while the store is away',
    registers,
    async collect() {
      const counts = await soon(countsNow());
      if (counts === undefined) this.remove();
      else this.set(counts.pending);
    },
  });
  const attempts = new Counter({
    name: 'flower_war_notices_total',
    help: 'notices posted, by outcome: sent, failed, given-up',
    labelNames: ['outcome'],
    registers,
  });
  return { count: (outcome: 'sent' | 'failed' | 'given-up') => attempts.inc({ outcome }) };
}

// The addresses that get notices of players' matches. Deleting a player deletes them, and their notices too.

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
    if (revision === undefined) return undefined;
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
