/** Tells the log of an outage twice: when it begins and when it is over. What fails in between is repeated every second. */

/** The part of a log that it needs. */
interface Teller {
  warn(fields: object, text: string): void;
}

interface OutageParts {
  /** What the log says when it begins, and when it is over. */
  readonly began: string;
  readonly over: string;
  /** It must work for so long before it counts as back: what fails now and then is one outage. */
  readonly quietMs: number;
}

export class Outage {
  private readonly parts: OutageParts;
  private beganAt: number | undefined;
  private lastAt = 0;
  private hidden = 0;

  constructor(parts: OutageParts) {
    this.parts = parts;
  }

  get isOn(): boolean {
    return this.beganAt !== undefined;
  }

  /** To be called with each failure, also with the first one. */
  failed(log: Teller, reason: string): void {
    this.lastAt = performance.now();
    this.hidden += 1;
    if (this.beganAt !== undefined) return;
    this.beganAt = this.lastAt;
    log.warn({ reason }, this.parts.began);
  }

  /** To be called again and again while it works. */
  works(log: Teller): void {
    if (this.beganAt === undefined || performance.now() - this.lastAt < this.parts.quietMs) return;
    const seconds = Math.round((this.lastAt - this.beganAt) / 1000);
    log.warn({ seconds, hidden: this.hidden }, this.parts.over);
    this.beganAt = undefined;
    this.hidden = 0;
  }
}
