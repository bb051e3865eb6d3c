/**
 * What this process does about the others on the same data. It tells them what changed here, does what they tell, looks at the store for
 * what was not told, and shows that it is alive.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { OUTAGE_AFTER_MS, type Time } from './base/serverTime.ts';
import { announceRematchHere, seatsHere, showNames, visitorsHere } from './doors/rooms/roomPlaces.ts';
import { closeConnectionsOf } from './doors/rooms/sendingAway.ts';
import type { Services } from './doors/services.ts';
import { ListReader } from './features/listing/billboard.ts';
import { REPEAT_MS, type Visitor } from './features/table/presence.ts';
import type { Renewed } from './store/ownership/processes.ts';
import type { Lease } from './store/keys.ts';
import type { Stores } from './store/operations.ts';
import type { Peer } from './store/ownership/processes.ts';

/** A ban, a sign-out, or the end of a session or token that was not announced is found so soon. */
const LOOK_EVERY_MS = 2000;

const PAGE_EVERY_MS = 1000;
const LISTS_REST_MS = 5000;
const PRUNE_EVERY_MS = 60_000;

/** As many as one announcement may hold. */
const MOST_TOLD = 1000;

export class OtherProcesses {
  private readonly services: Services;
  private readonly lists: ListReader;
  private readonly renamed = new Gathered(() => void showNames());
  private timers: readonly NodeJS.Timeout[] = [];
  private listsRestUntil = Number.NEGATIVE_INFINITY;

  constructor(services: Services, records: Stores['records']) {
    this.services = services;
    this.lists = new ListReader(services.billboard, records);
  }

  start(): void {
    this.listen();
    this.every(LOOK_EVERY_MS, async () => this.sendAway(await visitorsHere()));
    // A process that has the data alone posts all that changes.
    if (this.services.config.DATABASE_URL !== '') this.every(PAGE_EVERY_MS, () => this.readLists());
    this.every(PRUNE_EVERY_MS, () => this.services.billboard.prune(this.services.journal));
    this.every(REPEAT_MS, () => this.tellAllPresence());
    this.services.announcements.tell('began', {});
  }

  stop(): void {
    for (const timer of this.timers) clearInterval(timer);
  }

  private listen(): void {
    const { announcements, billboard, kicked, presenceElsewhere, now } = this.services;
    announcements.on('list', ({ matches }) => this.lists.note(matches));
    announcements.on('rematch', ({ match, rematch }) => announceRematchHere(match, rematch));
    announcements.on('kick', ({ match, player }) => kicked.add(match, player)); // the match may move here
    announcements.on('name', ({ player }) => this.trying(() => this.reread(player)));
    for (const topic of ['ban', 'sessions'] as const)
      announcements.on(topic, ({ player }) => this.trying(() => this.sendAwayIfUnwanted(player)));
    announcements.on('presence', (told) => {
      for (const match of presenceElsewhere.hear(told, now())) billboard.touch(match);
    });
    announcements.on('began', () => this.trying(() => this.tellAllPresence()));
    const present = new Gathered((changed) => this.trying(async () => this.tellPresence(await seatsHere(changed))));
    this.services.presence.onChange = (match) => present.add(match);
    const posted = new Gathered((changed) => {
      for (const matches of inParts(changed, MOST_TOLD)) announcements.tell('list', { matches: [...matches] });
    });
    billboard.onPosted = (match) => posted.add(match);
  }

  /** After the last page there is a rest: what others announce is read at once. */
  private async readLists(): Promise<void> {
    if (performance.now() < this.listsRestUntil) return;
    if (await this.lists.readPage()) this.listsRestUntil = performance.now() + LISTS_REST_MS;
  }

  private async reread(player: string): Promise<void> {
    await this.services.identity.reread(player);
    this.renamed.add(player);
  }

  private async sendAwayIfUnwanted(player: string): Promise<void> {
    await this.sendAway((await visitorsHere()).filter((visitor) => visitor.player === player));
  }

  private async sendAway(visitors: readonly Visitor[]): Promise<void> {
    const { identity, now } = this.services;
    for (const { player, session, why } of await identity.unwanted(visitors, now()))
      await closeConnectionsOf(player, why, session);
  }

  private async tellAllPresence(): Promise<void> {
    this.tellPresence(await seatsHere());
  }

  private tellPresence(tables: ReadonlyMap<string, readonly number[]>): void {
    const told = [...tables].map(([match, seats]) => ({ match, seats: [...seats] }));
    for (const some of inParts(told, MOST_TOLD)) this.services.announcements.tell('presence', { tables: [...some] });
  }

  /** Never two at once, however long one takes. */
  private every(milliseconds: number, job: () => Promise<void>): void {
    let isBusy = false;
    const turn = async () => {
      if (isBusy) return;
      isBusy = true;
      await this.attempt(job);
      isBusy = false;
    };
    this.timers = [...this.timers, setInterval(() => void turn(), milliseconds).unref()];
  }

  private trying(job: () => Promise<void>): void {
    void this.attempt(job);
  }

  /** A store that is away is told elsewhere, and the next turn makes up for this one. */
  private async attempt(job: () => Promise<void>): Promise<void> {
    try {
      await job();
    } catch (err) {
      this.services.log.debug({ err }, 'what other processes changed could not be read');
    }
  }
}

/** Gathers what changes within a short time, and tells it together. */
const GATHER_MS = 100;

class Gathered {
  private readonly tell: (changed: readonly string[]) => void;
  private readonly changed = new Set<string>();

  constructor(tell: (changed: readonly string[]) => void) {
    this.tell = tell;
  }

  add(id: string): void {
    if (this.changed.size === 0) setTimeout(() => this.flush(), GATHER_MS).unref();
    this.changed.add(id);
  }

  private flush(): void {
    const changed = [...this.changed];
    this.changed.clear();
    this.tell(changed);
  }
}

/** The same items, in parts of at most this many. */
function* inParts<T>(items: readonly T[], most: number): Generator<readonly T[]> {
  for (let n = 0; n < items.length; n += most) yield items.slice(n, n + most);
}

// Notes once a second that this process is alive. While it cannot, no clock may charge the time: nothing is written until the store is back and
// every match knows how long it was away.

type Beating = Pick<Services, 'identity' | 'journal' | 'log' | 'matches' | 'now' | 'readiness'>;

interface OnBeat {
  /** The store has answered. */
  readonly onBeat: () => void;
  readonly time: Pick<Time, 'follow' | 'lose'>;
  /** Other processes have declared this one dead, and may own its matches. It must end. */
  readonly onBuried: () => void;
  /** Asks another process whether they have. Rejects if it does not know. */
  readonly isBuriedFor: (other: Peer) => Promise<boolean>;
}

const ASK_EVERY_MS = 250;
const LOOK_AGAIN_AFTER_MS = 5000;

export class Heartbeat {
  private readonly services: Beating;
  private readonly on: OnBeat;
  private lastAt = performance.now();
  private beating: Promise<void> | undefined;
  private others: readonly Peer[] = [];
  /** The owners of matches at the last look that found none without an owner, and how long that look is good for. */
  private takenOver = { owners: '', until: Number.NEGATIVE_INFINITY };

  constructor(services: Beating, on: OnBeat) {
    this.services = services;
    this.on = on;
  }

  /** Waits for the beat under way, if there is one: a store that is away answers none of them. */
  beat(): Promise<void> {
    if (this.beating !== undefined) this.freezeIfAway();
    this.beating ??= this.beatOnce().finally(() => {
      this.beating = undefined;
    });
    return this.beating;
  }

  private async beatOnce(): Promise<void> {
    const { journal, log, now } = this.services;
    try {
      const askedAt = now();
      const beat = await journal.beat(askedAt);
      this.on.time.follow({ at: beat.now, askedAt });
      this.feel(beat);
    } catch (error) {
      log.error({ err: error }, 'the journal could not note that the server is alive');
    }
    this.freezeIfAway();
  }

  /** Every match hears of the lost time before anything may be written again. */
  private feel({ isDead, awaySince, others, owners }: Renewed): void {
    const { log, readiness } = this.services;
    if (isDead) return this.bury();
    if (awaySince !== undefined) this.on.time.lose(awaySince);
    if (readiness.isFrozen) log.debug('matches go on');
    this.on.onBeat();
    readiness.isFrozen = false;
    this.lastAt = performance.now();
    this.others = others;
    this.services.identity.guesses.processes = 1 + others.length;
    void this.takeOver(owners);
  }

  /** Looks for matches without an owner when some may have lost theirs, until there are none. Sometimes also without a reason. */
  private async takeOver(owners: string): Promise<void> {
    if (owners === this.takenOver.owners && performance.now() < this.takenOver.until) return;
    if (await this.services.matches.takeOver())
      this.takenOver = { owners, until: performance.now() + LOOK_AGAIN_AFTER_MS };
  }

  private freezeIfAway(): void {
    const { log, readiness } = this.services;
    if (readiness.isFrozen || performance.now() - this.lastAt <= OUTAGE_AFTER_MS) return;
    readiness.isFrozen = true;
    log.debug('nothing is written until the store is back, and no clock counts this time');
    void this.askOthers();
  }

  /**
   * If the store is away for all, this process keeps its people. If only this one does not reach it, others go on with its
   * matches, and its people must not wait here while their clocks run there.
   */
  private async askOthers(): Promise<void> {
    const { readiness } = this.services;
    while (readiness.isFrozen && readiness.phase !== 'stopping') {
      const said = this.others.map((other) => this.on.isBuriedFor(other).catch(() => false));
      if ((await Promise.all(said)).includes(true)) return this.bury();
      await pause(ASK_EVERY_MS);
    }
  }

  private bury(): void {
    this.services.log.fatal('other processes have declared this one dead: it ends, to begin anew');
    this.on.onBuried();
  }
}

// A lease that this process keeps as long as it lives: what a server does once, one of its processes does.

const LEASE_MS = 15_000;
const RENEW_EVERY_MS = 5000;

export class HeldLease {
  private readonly store: Stores['leases'];
  private readonly lease: Lease;
  private readonly now: () => number;
  private isMine = false;
  private askAt = 0;

  constructor(store: Stores['leases'], lease: Lease, now: () => number) {
    this.store = store;
    this.lease = lease;
    this.now = now;
  }

  /** Whether this process has the lease. Rejects, and so counts as no, while the store does not answer. */
  async isHeld(): Promise<boolean> {
    const now = this.now();
    if (now < this.askAt) return this.isMine;
    this.isMine = false;
    this.isMine = await this.store.hold(this.lease, { now, forMs: LEASE_MS });
    this.askAt = now + RENEW_EVERY_MS;
    return this.isMine;
  }

  /** Another process may take it at once. */
  async release(): Promise<void> {
    this.isMine = false;
    await this.store.release(this.lease);
  }
}
