/** A code that brings a player back when every device is lost. A new code replaces the player's old one. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { letters } from '../../base/ids.ts';
import { Refused } from '../../base/refused.ts';
import type { Stores } from '../../store/operations.ts';
import type { RecoveryRow } from '../../store/people/sessions.ts';

/** The first letters find the row and are stored as plain text. The others, 78 bits, are the secret. */
const PREFIX_LETTERS = 4;

const SECRET_LETTERS = 16;

/** A code as the player reads it, and the row that recognizes it later. */
export function newRecoveryCode(player: string, now: number): { readonly code: string; readonly row: RecoveryRow } {
  const code = letters(PREFIX_LETTERS + SECRET_LETTERS);
  return { code: inGroups(code), row: { player, prefix: prefixOf(code), hash: hashOf(code), createdAt: now } };
}

export class RecoveryCodes {
  private readonly store: Stores['recovery'];

  constructor(store: Stores['recovery']) {
    this.store = store;
  }

  /** The only time that the code is shown: the store keeps its hash. */
  async renew(player: string, now: number): Promise<string> {
    const { code, row } = newRecoveryCode(player, now);
    if (!(await this.store.keep(row))) throw new Refused('unauthorized');
    return code;
  }

  /** When the code was made, if the player has one. */
  createdAt(player: string): Promise<number | undefined> {
    return this.store.createdAt(player);
  }

  /** The player whose code this is, and its hash. */
  async find(typed: string): Promise<Pick<RecoveryRow, 'player' | 'hash'> | undefined> {
    const hash = hashOf(asTyped(typed));
    const rows = await this.store.withPrefix(prefixOf(typed));
    return rows.find((row) => isSameHash(row.hash, hash));
  }
}

/** The plain letters of a code; all guesses at one code share them. */
export function prefixOf(typed: string): string {
  return asTyped(typed).slice(0, PREFIX_LETTERS);
}

// Codes that people read, keep and type. The server keeps only their hashes.

/** `7KQ2M9XA` as `7KQ2-M9XA`. */
function inGroups(letters: string): string {
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
