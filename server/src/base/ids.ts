import { createHash, randomInt } from 'node:crypto';

/** No 0/O, 1/I/L, U: read aloud and typed without mistakes. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

export function letters(count: number): string {
  return Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}

export const newMatchId = (): string => letters(8);
/** Lets people into a private match: 39 bits, so guessing is hopeless. */
export const newCode = (): string => letters(8);
export const newPlayerId = (): string => `p-${letters(12)}`;

/**
 * The id of the rematch of a match, so that whoever asks for one finds the same: two callers at once, or after a restart.
 * Ids are no secrets. `attempt` counts those that were given up before they started.
 */
export function rematchId(match: string, attempt: number): string {
  const bytes = createHash('sha256').update(`rematch ${attempt} of ${match}`).digest();
  return Array.from(bytes.subarray(0, 8), (byte) => LETTERS[byte % LETTERS.length]).join('');
}
