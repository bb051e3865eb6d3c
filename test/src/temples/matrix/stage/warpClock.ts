/** A clock that can run faster, and agrees across several processes that follow the same beat. */
export interface Beat {
  /** The clock showed this time … */
  readonly at: number;
  /** … when the clock of the machine showed this time. */
  readonly real: number;
  readonly speed: number;
}

interface Entry {
  readonly at: number;
  readonly run: () => void;
}

export class WarpClock {
  private beat: Beat;
  private last = 0;
  private lookedAt = Date.now();
  private readonly waiting = new Set<Entry>();
  private timer: NodeJS.Timeout | undefined;

  constructor(beat: Beat = { at: Date.now(), real: Date.now(), speed: 1 }) {
    this.beat = beat;
  }

  /**
   * Never goes back and never stops. A clock that is ahead, for example after a freeze, runs more slowly than the
   * others.
   */
  now(): number {
    const { at, real, speed } = this.beat;
    const now = Date.now();
    const ahead = this.last + ((now - this.lookedAt) * speed) / 2;
    this.last = Math.max(ahead, at + (now - real) * speed);
    this.lookedAt = now;
    return this.last;
  }

  /** Sets the speed from now on. Returns the beat, which the other processes must follow. */
  goOn(speed: number): Beat {
    this.follow({ at: this.now(), real: Date.now(), speed });
    return this.beat;
  }

  /** The beat for a process that starts now. */
  get current(): Beat {
    return { at: this.now(), real: Date.now(), speed: this.beat.speed };
  }

  follow(beat: Beat): void {
    this.beat = beat;
    this.arm();
  }

  after(milliseconds: number, run: () => void): () => void {
    const entry = { at: this.now() + milliseconds, run };
    this.waiting.add(entry);
    this.arm();
    return () => {
      if (this.waiting.delete(entry)) this.arm();
    };
  }

  stop(): void {
    this.waiting.clear();
    this.arm();
  }

  private arm(): void {
    clearTimeout(this.timer);
    const next = this.next();
    if (next === undefined) return;
    const wait = Math.min((next.at - this.now()) / this.beat.speed, 60_000);
    this.timer = setTimeout(() => this.ring(), Math.max(0, Math.ceil(wait)));
  }

  /** Runs due timers one at a time, because each may add or cancel others. */
  private ring(): void {
    const now = this.now();
    for (let due = this.next(); due !== undefined && due.at <= now; due = this.next()) {
      this.waiting.delete(due);
      due.run();
    }
    this.arm();
  }

  private next(): Entry | undefined {
    let first: Entry | undefined;
    for (const entry of this.waiting) if (first === undefined || entry.at < first.at) first = entry;
    return first;
  }
}
