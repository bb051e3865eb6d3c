/** Tells players about their matches by webhooks, also of chat services, and by e-mail: the entry point for other folders. See docs/webhooks.md. */
import { randomUUID } from 'node:crypto';
import type { AddedWebhook, NewWebhook, Notice, WebhookForm } from '@flower-war/protocol';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Announcements } from '../../announcing/announcements.ts';
import type { Config } from '../../base/config.ts';
import type { Log } from '../../base/log.ts';
import { letters } from '../../base/ids.ts';
import { soon } from '../../base/scheduling.ts';
import type { Draft } from '../../match/record/writer.ts';
import type { ViewerProgress } from '../../match/record/viewerProgress.ts';
import type { OutboxRow } from '../../store/journal/journal.ts';
import { DIGESTED, type OutboxCounts } from '../../store/journal/noticeOutbox.ts';
import type { Stores } from '../../store/operations.ts';
import type { ProofNotice } from './attempt.ts';
import { isMailOff, MailDoor, mailing } from './email.ts';
import { afterQuiet, remindAt, tellAt, type Wishes } from './hours.ts';
import { addressesOf, posting, type Refusal, refusalOfWish, type Resolve, resolverFor } from './post.ts';
import { pushSender } from './push.ts';
import { NoticeSender, type SenderTools } from './sender.ts';
import { endOf, type Standing, timely } from './standing.ts';
import { type Pairing, type Telling, tellings } from './recipients.ts';
import { Webhooks } from './webhooks.ts';

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
    const posts = posting({ policy, resolve: this.resolve, now, wall, publicUrl, push, mail });
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
    this.noteAnswer(draft);
    const { isPresent } = this.tools;
    const isReachable = (player: string) => this.webhooks.isOwner(player);
    const told = tellings(draft, before, { isReachable, isPresent, linkTo: (match) => this.linkTo(match) });
    return told.flatMap((telling) => this.rowsFor(telling));
  }

  /** A player may also answer without a connection: over HTTP, or ahead. Once that turn is over, the next one is news. */
  private noteAnswer({ entry, position, shown }: Draft): void {
    if (entry.kind !== 'move' || entry.by !== 'player' || shown.privateOf(entry.seat).decision !== undefined) return;
    const occupant = position.occupants.get(entry.seat);
    const { match } = position.created;
    if (occupant?.kind === 'player' && !this.tools.isPresent(match, occupant.player))
      this.isBack(occupant.player, match);
  }

  /** What the players of a match in a tournament are told, to be written together with that match. */
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
    const endsAt = endOf(notice);
    return this.rowsFor(telling).filter(({ dueAt = notice.at }) => dueAt < endsAt);
  }

  /** The player sits down. A webhook counts from now on, also if no word of it has come from the process that added it. */
  async sits(player: string): Promise<void> {
    if (!this.isOff) await this.webhooks.read(player);
  }

  /** The player sees the match again or has answered, so its notices need not be sent. Never throws: the connection matters more. */
  isBack(player: string, match: string): void {
    if (!this.webhooks.isOwner(player)) return;
    this.outbox
      .isBack(player, match)
      .catch((error) => this.tools.log.error({ err: error, match }, 'could not note that a player is back'));
  }

  /**
   * The connection of a player was lost while the match asks that player, who was not told of it, as far as it was known. Nothing is sent
   * to a player who is back soon. Never throws.
   */
  mayHaveMissed(player: string, place: Omit<Extract<Notice, { kind: 'turn' }>, 'id' | 'kind' | 'link'>): void {
    if (this.isOff || !this.webhooks.isOwner(player)) return;
    const link = this.linkTo(place.match);
    const notice = { kind: 'turn' as const, ...place, ...(link !== undefined && { link }) };
    const soonest = place.at + BACK_WITHIN_MS;
    for (const row of this.rowsFor({ player, event: 'turn', notice }))
      this.put({ ...row, dueAt: Math.max(soonest, row.dueAt ?? soonest) }).catch((error) =>
        this.tools.log.error({ err: error, match: place.match }, 'a turn could not be told after a lost connection'),
      );
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
          ? [{ ...rowOf(notice, webhook), dueAt: dueAtOf(notice, wishes) }]
          : [];
      const dueAt = remindAt(notice, wishes);
      // Its tries and its age are counted from then on.
      return dueAt === undefined ? [] : [{ ...rowOf(notice, webhook), at: dueAt, dueAt }];
    });
  }

  private linkTo(match: string): string | undefined {
    const { PUBLIC_URL } = this.tools.config;
    return PUBLIC_URL === '' ? undefined : `${PUBLIC_URL}/api/matches/${match}`;
  }
}

/** A client whose connection was lost has a new one within this time, if it can. */
const BACK_WITHIN_MS = 30_000;

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

/** Notices of one match, challenge or tournament come in their order. */
function aboutWhat(notice: Notice | ProofNotice): string {
  if ('match' in notice) return notice.match;
  if ('tournament' in notice) return notice.tournament;
  return 'challenge' in notice ? notice.challenge : '';
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
