/** Tells players about their matches by webhooks: the entry point for other folders. See docs/webhooks.md. */
import { randomUUID } from 'node:crypto';
import type { Notice, NoticeEvent, Occupant } from '@flower-war/protocol';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Announcements } from '../../announcing/announcements.ts';
import type { Config } from '../../base/config.ts';
import type { Log } from '../../base/log.ts';
import { soon } from '../../base/turns.ts';
import type { Draft } from '../../match/record/writer.ts';
import type { ViewerProgress } from '../../match/shown/viewerProgress.ts';
import type { OutboxRow } from '../../store/journal/journal.ts';
import type { OutboxCounts } from '../../store/journal/noticeOutbox.ts';
import type { Stores } from '../../store/operations.ts';
import { addressesOf, posting, type Refusal, type Resolve, resolverFor } from './post.ts';
import { NoticeSender, type SenderTools } from './sender.ts';
import { Webhooks } from './webhooks.ts';

interface NoticesTools {
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

// Which players get which notice of an entry. A notice never tells more than the player's own view.

export interface Telling {
  readonly player: string;
  readonly event: NoticeEvent;
  readonly notice: DistributiveOmit<Notice, 'id'>;
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
  return reachable.flatMap((one) => [...milestone(draft, one, asking), ...turn(draft, before, { ...one, asking })]);
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
function turn(draft: Draft, before: ViewerProgress, { seat, player, isDriven, asking }: Seated & { asking: Asking }) {
  const decision = draft.flush.seats.get(seat)?.private.decision;
  if (decision === undefined || isDriven || decision === before.privateOf(seat).decision) return [];
  if (asking.isPresent(draft.position.created.match, player)) return [];
  return [{ player, event: 'turn' as const, notice: { kind: 'turn' as const, ...placeOf(draft, seat, asking) } }];
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
