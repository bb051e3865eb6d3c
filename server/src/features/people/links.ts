/** A short code that signs in a second device, once. A new code replaces the player's old one. */
import { letters } from '../../base/ids.ts';
import { Refused } from '../../base/refused.ts';
import type { Stores } from '../../store/operations.ts';
import { hashOf } from './codes.ts';

const LIFE_MS = 5 * 60 * 1000;
/** 39 bits, for five minutes, at a few guesses an hour. */
const LETTERS = 8;

export class Links {
  private readonly store: Stores['links'];

  constructor(store: Stores['links']) {
    this.store = store;
  }

  async create(player: string, now: number): Promise<{ readonly code: string; readonly expiresAt: number }> {
    const code = letters(LETTERS);
    const expiresAt = now + LIFE_MS;
    const isKept = await this.store.keep({ player, hash: hashOf(code), endsAt: expiresAt });
    if (!isKept) throw new Refused('unauthorized');
    return { code, expiresAt };
  }

  sweep(now: number): Promise<void> {
    return this.store.sweep(now);
  }
}
