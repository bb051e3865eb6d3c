/**
 * Sends the notices in the outbox. Sleeps until the next one is due, or until one is put there. Several processes may send:
 * each leases what it sends, for longer than a call takes.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type Choice, type Due, linesOf } from '../../store/journal/noticeOutbox.ts';
import type { Stores } from '../../store/operations.ts';
import type { Outcome, Post } from './attempt.ts';
import { isAddressRefused, isForGood } from './email.ts';
import { afterQuiet, type Wishes } from './hours.ts';
import { isGivenUp } from './push.ts';

export interface SenderTools {
  readonly outbox: Pick<
    Stores['outbox'],
    'lease' | 'release' | 'dueAfter' | 'delivered' | 'drop' | 'postpone' | 'failed'
  >;
  readonly post: Post;
  readonly now: () => number;
  readonly report: (problem: string, error: unknown) => void;
  readonly count: (outcome: 'sent' | 'failed' | 'given-up') => void;
  /** Removes a webhook. */
  readonly drop: (webhook: string) => Promise<void>;
  /** The address of the webhook has refused a notice for good. */
  readonly refused: (webhook: string) => Promise<void>;
}

/** Calls that may still be answered soon. */
const MOST_AT_ONCE = 16;

/** This many of them may go to webhooks that are not proven, so that those which answer never wait for a crowd of silent ones. */
const MOST_UNPROVEN = 12;

/** A call that has waited so long makes room for another. It costs little more than its socket. */
const SLOW_MS = { proven: 1000, unproven: 250 };

/**
 * With one more, the call that has waited longest is given up, so that hosts which answer always find room. A new webhook still
 * has three seconds to answer while ever more of them are called.
 */
const MOST_SLOW = 128;

/** In all processes together, so that one slow host, or one player with many names for it, does not delay the others. */
const SHARES = { mostPerHost: 2, mostPerPlayer: 2 };

const TIMEOUT_MS = 10_000;

/** Enough for a call and for noting its outcome. After a crash its notices wait so long. */
const LEASE_MS = 15_000;

/** How long a stopping server waits for notices under way. */
const FAREWELL_MS = 2000;

/** The wait after a failed disk access. */
const PAUSE_MS = 5000;

/** After reading the outbox the sender rests this many times as long as that took, so that matches hardly notice. */
const REST = 10;

const LONGEST_REST_MS = 1000;
const LONGEST_SLEEP_MS = 60 * 60 * 1000;

interface Sending {
  /** All that it tells. */
  readonly notices: readonly string[];
  readonly done: Promise<void>;
  readonly giveUp: () => void;
  readonly isProven: boolean;
}

export class NoticeSender {
  private readonly tools: SenderTools;
  private readonly sending = new Map<string, Sending>();
  /** Those of them that have waited for a while, the longest first. */
  private readonly slow = new Map<string, Sending>();
  private readonly end = new AbortController();
  private isRunning = false;
  private isWoken = false;
  private looking: Promise<void> | undefined;
  private isAskedAgain = false;
  private restsUntil = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(tools: SenderTools) {
    this.tools = tools;
  }

  start(): void {
    this.isRunning = true;
    this.wake();
  }

  /** Reads the outbox again: there are new notices. */
  wake(): void {
    if (!this.isRunning || this.isWoken) return;
    this.isWoken = true;
    const look = () => this.look();
    const rest = this.restsUntil - performance.now();
    if (rest > 1) setTimeout(look, rest);
    else setImmediate(look);
  }

  /** Sends nothing new and waits for notices under way. Those that took too long are sent again later. */
  async stop(): Promise<void> {
    this.isRunning = false;
    await this.looking;
    clearTimeout(this.timer);
    const late = setTimeout(() => this.giveUp(), FAREWELL_MS);
    await Promise.all([...this.sending.values()].map(({ done }) => done));
    clearTimeout(late);
  }

  private giveUp(): void {
    this.end.abort();
    for (const { giveUp } of this.sending.values()) giveUp();
  }

  /** One look at a time. A call that comes meanwhile looks again afterwards. */
  private look(): void {
    this.isWoken = false;
    this.isAskedAgain = true;
    this.looking ??= this.lookWhileAsked().finally(() => {
      this.looking = undefined;
    });
  }

  private async lookWhileAsked(): Promise<void> {
    while (this.isAskedAgain && this.isRunning) {
      this.isAskedAgain = false;
      await this.lookOnce();
    }
  }

  private async lookOnce(): Promise<void> {
    clearTimeout(this.timer);
    const began = performance.now();
    try {
      await this.sendDue();
      await this.sleep();
    } catch (error) {
      this.tools.report('the outbox could not be read', error);
      this.timer = setTimeout(() => this.wake(), PAUSE_MS);
    }
    const now = performance.now();
    this.restsUntil = now + Math.min((now - began) * REST, LONGEST_REST_MS);
  }

  private async sendDue(): Promise<void> {
    while (this.isRunning) {
      const room = this.room();
      if (room.limit <= 0) return;
      const notices = [...this.sending.values()].flatMap((sending) => sending.notices);
      const choice = { now: this.tools.now(), notices, leaseMs: LEASE_MS };
      const chosen = await this.tools.outbox.lease({ ...choice, ...room, ...SHARES });
      if (chosen.length === 0) return;
      for (const due of chosen) this.begin(due);
    }
  }

  /** How many more calls may begin. */
  private room(): Pick<Choice, 'limit' | 'limitUnproven'> {
    const quick = [...this.sending].filter(([notice]) => !this.slow.has(notice));
    const unproven = quick.filter(([, { isProven }]) => !isProven).length;
    return { limit: MOST_AT_ONCE - quick.length, limitUnproven: Math.max(0, MOST_UNPROVEN - unproven) };
  }

  private begin(due: Due): void {
    const ending = new AbortController();
    const giveUp = () => ending.abort();
    const notices = linesOf(due).map(({ notice }) => notice);
    this.sending.set(due.notice, { notices, done: this.send(due, ending), giveUp, isProven: due.unproven === 0 });
  }

  private makeRoom(notice: string): void {
    const sending = this.sending.get(notice);
    if (sending === undefined) return;
    this.slow.set(notice, sending);
    if (this.slow.size > MOST_SLOW) this.longest()?.giveUp();
    this.wake();
  }

  /** The call that has waited longest; one to a proven webhook only if there is no other. */
  private longest(): Sending | undefined {
    const slow = [...this.slow.values()];
    return slow.find(({ isProven }) => !isProven) ?? slow[0];
  }

  /** Sleeps until the next due time. Notices due already are under way, or wait for one that is. */
  private async sleep(): Promise<void> {
    const now = this.tools.now();
    const next = await this.tools.outbox.dueAfter(now);
    if (next === undefined || !this.isRunning) return;
    this.timer = setTimeout(() => this.wake(), Math.min(next - now, LONGEST_SLEEP_MS));
  }

  private async send(due: Due, ending: AbortController): Promise<void> {
    const late = setTimeout(() => ending.abort(), TIMEOUT_MS);
    const slow = setTimeout(() => this.makeRoom(due.notice), SLOW_MS[due.unproven === 0 ? 'proven' : 'unproven']);
    const outcome = await this.tools.post(due, ending.signal);
    clearTimeout(late);
    clearTimeout(slow);
    while (!(await this.isNoted(due, outcome)) && this.isRunning) await this.pause();
    this.sending.delete(due.notice);
    this.slow.delete(due.notice);
    this.wake();
  }

  private async pause(): Promise<void> {
    await pause(PAUSE_MS, undefined, { signal: this.end.signal }).catch(() => {}); // the server stops
  }

  /** Whether the outcome is written. A failed write is repeated, so that a full disk causes no second delivery. */
  private async isNoted(due: Due, outcome: Outcome): Promise<boolean> {
    const wasAborted = this.end.signal.aborted && outcome !== 'delivered';
    try {
      // What this process aborted has not failed, and another one may send it.
      await (wasAborted ? this.tools.outbox.release(due) : this.note(due, outcome));
      return true;
    } catch (error) {
      this.tools.report('the outcome of a notice could not be written', error);
      return false;
    }
  }

  private async note(due: Due, outcome: Outcome): Promise<void> {
    const { outbox, count, refused } = this.tools;
    const at = this.tools.now();
    if (outcome === 'delivered') {
      await outbox.delivered(due, at);
      return count('sent');
    }
    if (outcome === 'moot') return outbox.drop(due);
    if (typeof outcome === 'object') return outbox.postpone(due, outcome);
    if (isGivenUp(due, outcome)) {
      await this.tools.drop(due.webhook);
      return count('given-up');
    }
    const tooOld = at - GIVE_UP_AFTER_MS;
    const isLast = isForGood(outcome) || linesOf(due).every((line) => line.at <= tooOld);
    const again = isLast ? undefined : retryAt({ failures: due.attempts + 1, now: at }, Math.random());
    const dueAt = again && afterQuiet(again, JSON.parse(due.wishes) as Wishes);
    await outbox.failed(due, { at, reason: outcome, dueAt, tooOld });
    if (isAddressRefused(outcome)) await refused(due.webhook);
    count(dueAt === undefined ? 'given-up' : 'failed');
  }
}

/** When the sender retries a notice that failed. */
const FIRST_MS = 5000;

const LONGEST_MS = 60 * 60 * 1000;
const GIVE_UP_AFTER_MS = 3 * 24 * 60 * 60 * 1000;

interface Tried {
  /** How often it has failed, this time included. */
  readonly failures: number;
  readonly now: number;
}

/** Waits twice as long each time, varied by `random` (0 to 1) so that retries spread. */
function retryAt({ failures, now }: Tried, random: number): number {
  const wait = Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1));
  return now + Math.round(wait * (0.75 + random / 2));
}
