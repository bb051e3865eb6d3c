/**
 * Tends a match when it is due: shows what was to be shown later, and does what windows, clocks, pauses and absence ask for.
 * Where nobody could act for a while, the match hears of it before anything else is done with it.
 */
import type { Time } from '../base/serverTime.ts';
import type { Match } from './match.ts';

/** After an append of unknown outcome or a bug: not in a tight loop. */
const RETRY_MS = 1000;
/** A longer one would ring at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export class MatchClock {
  private readonly match: Match;
  private readonly now: () => number;
  private readonly stops: readonly (() => unknown)[];
  private timer: NodeJS.Timeout | undefined;
  private dueAt: number | undefined;

  constructor(match: Match, { now, onGap }: Time) {
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

  /** What is due already was just tried, and could not be done. */
  private schedule(): void {
    const { dueAt } = this.match;
    if (dueAt === this.dueAt && this.timer !== undefined) return;
    clearTimeout(this.timer);
    this.dueAt = dueAt;
    this.timer = dueAt === undefined ? undefined : setTimeout(() => this.ring(), this.delayUntil(dueAt));
  }

  private delayUntil(dueAt: number): number {
    const now = this.now();
    return dueAt > now ? Math.min(dueAt - now, LONGEST_TIMER_MS) : RETRY_MS;
  }

  private ring(): void {
    this.timer = undefined;
    void this.match.tend(this.now());
  }
}
