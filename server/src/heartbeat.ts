/**
 * Notes once a second that this process is alive. While it cannot, no clock may charge the time: nothing is written until the
 * store is back and every match knows how long it was away.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { OUTAGE_AFTER_MS, type Time } from './base/serverTime.ts';
import type { Services } from './doors/services.ts';
import type { Beat } from './store/journal/journal.ts';
import type { Lease } from './store/keys.ts';
import type { Stores } from './store/operations.ts';
import type { Peer } from './store/ownership/processes.ts';

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
  private feel({ isDead, awaySince, others, owners }: Beat): void {
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
