/** When a notice that failed is tried again. */
const FIRST_MS = 5000;
const LONGEST_MS = 60 * 60 * 1000;
const GIVE_UP_AFTER_MS = 3 * 24 * 60 * 60 * 1000;

export interface Tried {
  /** When it was written. */
  readonly at: number;
  /** How often it has failed, this time included. */
  readonly failures: number;
  readonly now: number;
}

/** Twice as long each time, and never for all at the same moment: `random` is 0 to 1. Nothing once it is given up. */
export function retryAt({ at, failures, now }: Tried, random: number): number | undefined {
  if (now - at >= GIVE_UP_AFTER_MS) return undefined;
  const wait = Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1));
  return now + Math.round(wait * (0.75 + random / 2));
}
