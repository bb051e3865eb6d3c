/** How often beads fall badly, and how fast the clock of the device runs. */
import type { Fall, Random, TwinClock } from '@flower-war/temple/core';

/** The ways in which a bead may fall other than it should, each with its share in percent. */
export const MISHAPS = ['bounce', 'holes', 'double', 'wrong-slot', 'flicker'] as const satisfies readonly Fall[];
export type Mishaps = Readonly<Record<(typeof MISHAPS)[number], number>>;
export const NO_MISHAPS: Mishaps = { bounce: 0, holes: 0, double: 0, 'wrong-slot': 0, flicker: 0 };

/** How the next bead falls. Shares of more than a hundred percent leave no clean bead. */
export function nextFall(mishaps: Mishaps, random: Random): Fall {
  const all = MISHAPS.reduce((sum, name) => sum + mishaps[name], 0);
  let left = random() * Math.max(100, all);
  for (const name of MISHAPS) {
    left -= mishaps[name];
    if (left < 0) return name;
  }
  return 'clean';
}

/** A clock that goes fast or slow, as those of cheap devices do. It never goes back. */
export class DriftingClock implements TwinClock {
  private rate = 1;
  private base = 0;
  private since: number;
  private readonly real: () => number;

  constructor(real: () => number = () => performance.now()) {
    this.real = real;
    this.since = real();
  }

  now(): number {
    return this.base + (this.real() - this.since) * this.rate;
  }

  get pace(): number {
    return this.rate;
  }

  /** 1 is the true time; 2 goes twice as fast. */
  goAt(rate: number): void {
    this.base = this.now();
    this.since = this.real();
    this.rate = rate;
  }

  after(milliseconds: number, run: () => void): () => void {
    const timer = setTimeout(run, Math.min(milliseconds / this.rate, LONGEST_TIMER_MS));
    return () => clearTimeout(timer);
  }
}

const LONGEST_TIMER_MS = 2 ** 31 - 1;
