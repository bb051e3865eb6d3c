/** Time that can be made to pass faster, the same in several processes: whoever follows a beat agrees with whoever gave it. */
export interface Beat {
  /** It was so late by this clock … */
  readonly at: number;
  /** … when the clock of the machine said this. */
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

  /** Never falls and never stands still: whoever is ahead, as after being frozen, goes on more slowly than the others. */
  now(): number {
    const { at, real, speed } = this.beat;
    const now = Date.now();
    const ahead = this.last + ((now - this.lookedAt) * speed) / 2;
    this.last = Math.max(ahead, at + (now - real) * speed);
    this.lookedAt = now;
    return this.last;
  }

  /** The beat from now on, to be told to the others. */
  goOn(speed: number): Beat {
    this.follow({ at: this.now(), real: Date.now(), speed });
    return this.beat;
  }

  /** For whoever joins in. */
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

  /** Each at its turn: what one of them plans or calls off counts already for the next. */
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
