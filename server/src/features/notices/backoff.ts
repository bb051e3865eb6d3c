/** When the sender retries a notice that failed. */
const FIRST_MS = 5000;
const LONGEST_MS = 60 * 60 * 1000;
const GIVE_UP_AFTER_MS = 3 * 24 * 60 * 60 * 1000;

export interface Tried {
  /** When the notice was written. */
  readonly at: number;
  /** How often it has failed, this time included. */
  readonly failures: number;
  readonly now: number;
}

/** Waits twice as long each time, varied by `random` (0 to 1) so that retries spread. Undefined once it gives up. */
export function retryAt({ at, failures, now }: Tried, random: number): number | undefined {
  if (now - at >= GIVE_UP_AFTER_MS) return undefined;
  const wait = Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1));
  return now + Math.round(wait * (0.75 + random / 2));
}
