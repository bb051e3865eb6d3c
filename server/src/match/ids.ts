import { randomInt } from 'node:crypto';

/** No 0/O, 1/I/L, U: read aloud and typed without mistakes. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

export function letters(count: number): string {
  return Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}

export const newMatchId = (): string => letters(8);
/** Lets people into a private match: 39 bits, so guessing is hopeless. */
export const newCode = (): string => letters(8);
export const newPlayerId = (): string => `p-${letters(12)}`;
