import type { Clock } from '../src/base/clock.ts';

/** A clock that a test moves by hand. */
export class ManualClock implements Clock {
  private time = 0;
  private waiting: { readonly at: number; readonly run: () => void }[] = [];

  now(): number {
    return this.time;
  }

  after(milliseconds: number, run: () => void): () => void {
    const entry = { at: this.time + milliseconds, run };
    this.waiting.push(entry);
    return () => {
      this.waiting = this.waiting.filter((other) => other !== entry);
    };
  }

  /** Moves the clock. Timers that are due on the way run at their own times, in order. */
  advance(milliseconds: number): void {
    const end = this.time + milliseconds;
    for (let next = this.next(end); next !== undefined; next = this.next(end)) {
      const { at, run } = next;
      this.waiting = this.waiting.filter((other) => other !== next);
      this.time = at;
      run();
    }
    this.time = end;
  }

  /** Moves the clock as if the process had been paused: the timers run late. */
  sleep(milliseconds: number): void {
    this.time += milliseconds;
    this.waiting = this.waiting.map(({ at, run }) => ({ at: Math.max(at, this.time), run }));
    this.advance(0);
  }

  private next(end: number): { readonly at: number; readonly run: () => void } | undefined {
    return this.waiting.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)[0];
  }
}
