/** Codes that people read, keep and type. The server keeps only their hashes. */
import { createHash, timingSafeEqual } from 'node:crypto';

/** `7KQ2M9XA` as `7KQ2-M9XA`. */
export function inGroups(letters: string): string {
  return letters.replace(/.{4}(?=.)/g, '$&-');
}

/** The code without what people add when they type it: small letters, spaces, hyphens. */
export function asTyped(text: string): string {
  return text.toUpperCase().replace(/[^0-9A-Z]/g, '');
}

/** A fast hash is enough: codes are drawn at random and too long to try them all. */
export function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}

/** Compares in constant time, so that timing does not show where the hashes differ. */
export function isSameHash(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
