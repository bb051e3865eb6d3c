/** Codes that people read, keep and type. The server keeps only their hashes. */
import { createHash, timingSafeEqual } from 'node:crypto';

/** `7KQ2M9XA` as `7KQ2-M9XA`. */
export function inGroups(letters: string): string {
  return letters.replace(/.{4}(?=.)/g, '$&-');
}

/** What was meant by what was typed. */
export function asTyped(text: string): string {
  return text.toUpperCase().replace(/[^0-9A-Z]/g, '');
}

/** Fast on purpose: what is hashed is drawn at random, and nobody can try all of it. */
export function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}

/** In a time that says nothing about where they differ. */
export function isSameHash(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
