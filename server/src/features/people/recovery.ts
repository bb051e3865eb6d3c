/** A code that brings a player back when every device is lost. One for each player; a new one ends the old. */
import { letters } from '../../base/ids.ts';
import type { RecoveryRow, RecoveryStore } from '../../store/people/recovery.ts';
import { asTyped, hashOf, inGroups, isSameHash } from './codes.ts';

/** The first letters find the row and are kept as they are; the others, 78 bits, are the secret. */
const PREFIX_LETTERS = 4;
const SECRET_LETTERS = 16;

/** A code, as the player reads it, and the row that knows it again. */
export function newRecoveryCode(player: string, now: number): { readonly code: string; readonly row: RecoveryRow } {
  const code = letters(PREFIX_LETTERS + SECRET_LETTERS);
  return { code: inGroups(code), row: { player, prefix: prefixOf(code), hash: hashOf(code), createdAt: now } };
}

export class RecoveryCodes {
  private readonly store: RecoveryStore;

  constructor(store: RecoveryStore) {
    this.store = store;
  }

  /** The only time that anybody sees it. */
  renew(player: string, now: number): string {
    const { code, row } = newRecoveryCode(player, now);
    this.store.keep(row);
    return code;
  }

  /** When the code was made, if there is one. */
  createdAt(player: string): number | undefined {
    return this.store.createdAt(player);
  }

  playerOf(typed: string): string | undefined {
    const hash = hashOf(asTyped(typed));
    return this.store.withPrefix(prefixOf(typed)).find((row) => isSameHash(row.hash, hash))?.player;
  }
}

/** What guesses at one code have in common. */
export function prefixOf(typed: string): string {
  return asTyped(typed).slice(0, PREFIX_LETTERS);
}
