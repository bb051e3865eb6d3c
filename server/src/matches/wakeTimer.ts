/**
 * Tends a match when it is due: for late outcomes, windows, clocks, pauses and absences. It tells the match of an
 * outage before anything else happens there.
 */
import type { Time } from '../base/serverTime.ts';
import type { Match } from '../match/match.ts';

/** The wait after a bug or an append of unknown outcome, to avoid a tight loop. */
const RETRY_MS = 1000;
/** Node's limit: a longer timer would ring at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export class WakeTimer {
  private readonly match: Match;
  private readonly now: () => number;
  private readonly stops: readonly (() => unknown)[];
  private timer: NodeJS.Timeout | undefined;
  private dueAt: number | undefined;

  constructor(match: Match, { now, onGap }: Pick<Time, 'now' | 'onGap'>) {
    this.match = match;
    this.now = now;
    this.stops = [
      match.watch({ onFlush: () => {}, onLost: () => this.stop(), onDone: () => this.schedule() }),
      onGap((gap) => match.noteGap(gap)),
    ];
    this.schedule();
  }

  stop(): void {
    for (const stop of this.stops) stop();
    clearTimeout(this.timer);
  }

  private schedule(): void {
    const { dueAt } = this.match;
    if (dueAt === this.dueAt && this.timer !== undefined) return;
    clearTimeout(this.timer);
    this.dueAt = dueAt;
    this.timer = dueAt === undefined ? undefined : setTimeout(() => this.ring(), this.delayUntil(dueAt));
  }

  /** If the time is over, the work was just tried and failed, so it is tried again a little later. */
  private delayUntil(dueAt: number): number {
    const now = this.now();
    return dueAt > now ? Math.min(dueAt - now, LONGEST_TIMER_MS) : RETRY_MS;
  }

  private ring(): void {
    this.timer = undefined;
    void this.match.tend(this.now());
  }
}
