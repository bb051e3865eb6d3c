/** How often something was done by each of many: one number each, and bounded memory however many there are. */

export interface Allowance {
  readonly most: number;
  readonly milliseconds: number;
}

/** Beyond it the one who was idle longest is forgotten: a flood of addresses must not fill the memory. */
export const MOST_KEYS = 10_000;

export class Meter {
  private readonly allowance: Allowance;
  /** When all of its allowance is there again, by key; the longest idle first. */
  private readonly wholeAt = new Map<string, number>();

  constructor(allowance: Allowance) {
    this.allowance = allowance;
  }

  get size(): number {
    return this.wholeAt.size;
  }

  /** How many milliseconds this key must wait before it may do it once more. */
  wait(key: string, now: number): number {
    return Math.max(0, Math.floor(this.after(key, now) - now - this.allowance.milliseconds));
  }

  /** How many times of its allowance are used up now. */
  used(key: string, now: number): number {
    const { most, milliseconds } = this.allowance;
    return Math.ceil((Math.max(0, (this.wholeAt.get(key) ?? now) - now) * most) / milliseconds);
  }

  /** Notes that it was done. */
  charge(key: string, now: number): void {
    const after = this.after(key, now);
    this.wholeAt.delete(key);
    this.forgetIdle(now);
    this.wholeAt.set(key, after);
  }

  private after(key: string, now: number): number {
    const { most, milliseconds } = this.allowance;
    // A clock that was set back must not lock anybody out.
    const wholeAt = Math.min(this.wholeAt.get(key) ?? now, now + milliseconds);
    return Math.max(now, wholeAt) + milliseconds / most;
  }

  private forgetIdle(now: number): void {
    for (const [key, wholeAt] of this.wholeAt) {
      if (wholeAt > now && this.wholeAt.size < MOST_KEYS) return;
      this.wholeAt.delete(key);
    }
  }
}
