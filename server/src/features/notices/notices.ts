/** Tells players about their matches by webhooks: the entry point for other folders. See docs/webhooks.md. */
import { randomUUID } from 'node:crypto';
import type { Notice, NoticeEvent } from '@flower-war/protocol';
import type { Announcements } from '../../announcing/announcements.ts';
import type { Config } from '../../base/config.ts';
import type { Log } from '../../base/log.ts';
import type { Draft } from '../../match/record/draft.ts';
import type { ViewerProgress } from '../../match/shown/viewerProgress.ts';
import type { OutboxRow } from '../../store/journal/journal.ts';
import type { Stores } from '../../store/operations.ts';
import { posting } from './post.ts';
import { type Telling, tellings } from './recipients.ts';
import { NoticeSender, type SenderTools } from './sender.ts';
import { addressesOf, type Refusal, type Resolve, resolverFor } from './target.ts';
import { Webhooks } from './webhooks.ts';

export interface NoticesTools {
  readonly store: Stores['webhooks'];
  readonly outbox: Stores['outbox'];
  readonly announcements: Pick<Announcements, 'tell' | 'on'>;
  readonly config: Pick<Config, 'WEBHOOKS' | 'PUBLIC_URL'>;
  readonly now: () => number;
  /** The real time of day, as far as it is known: receivers check signatures against it. */
  readonly wall: () => number;
  readonly log: Log;
  readonly count: SenderTools['count'];
  /** Whether a player is connected and sees the match live. */
  readonly isPresent: (match: string, player: string) => boolean;
  readonly resolve?: Resolve;
}

export class Notices {
  readonly webhooks: Webhooks;
  readonly outbox: Stores['outbox'];
  readonly sender: NoticeSender;
  readonly isOff: boolean;
  private readonly tools: NoticesTools;
  private readonly resolve: Resolve;

  constructor(tools: NoticesTools) {
    const { store, outbox, config, now, wall, log, count } = tools;
    this.tools = tools;
    this.outbox = outbox;
    this.isOff = config.WEBHOOKS === 'off';
    this.webhooks = new Webhooks(store);
    this.share();
    this.resolve = tools.resolve ?? resolverFor(config.WEBHOOKS);
    const post = posting({ policy: config.WEBHOOKS, resolve: this.resolve, now: wall });
    const report = (problem: string, error: unknown) => log.error({ err: error }, problem);
    this.sender = new NoticeSender({ outbox, post, now, report, count });
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

  /** Why a webhook cannot use this url, if so. */
  async refusalOf(url: string): Promise<Refusal | undefined> {
    const found = await addressesOf(url, { policy: this.tools.config.WEBHOOKS, resolve: this.resolve });
    return typeof found === 'string' ? found : undefined;
  }

  /** Sends a test notice. Returns its id. */
  async test(webhook: string): Promise<string> {
    const row = rowOf({ kind: 'test', at: this.tools.now() }, webhook);
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
    const wants = ({ events }: { readonly events: readonly NoticeEvent[] }) => events.includes(event);
    return this.webhooks
      .hooksOf(player)
      .filter(wants)
      .map(({ webhook }) => rowOf(notice, webhook));
  }

  private linkTo(match: string): string | undefined {
    const { PUBLIC_URL } = this.tools.config;
    return PUBLIC_URL === '' ? undefined : `${PUBLIC_URL}/api/matches/${match}`;
  }
}

function rowOf(told: Telling['notice'] | { kind: 'test'; at: number }, webhook: string): OutboxRow {
  const notice = { id: randomUUID(), ...told } as Notice;
  const { id, kind, at } = notice;
  return { notice: id, webhook, match: 'match' in notice ? notice.match : '', kind, at, body: JSON.stringify(notice) };
}
