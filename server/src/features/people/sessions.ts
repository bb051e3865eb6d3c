/** The devices on which a player is signed in. A token is valid only while the session that it names exists. */
import { randomUUID } from 'node:crypto';
import { type Claims, REFRESH_MS } from '../../base/tokens.ts';
import type { Stores } from '../../store/operations.ts';
import type { NewSession, SessionRow } from '../../store/people/sessions.ts';

/** For one player. */
const MOST_SESSIONS = 50;

/** A device that signs in now. */
export function newSession(label: string | undefined, now: number): Omit<NewSession, 'player'> {
  return { session: randomUUID(), label: label ?? '', at: now, most: MOST_SESSIONS };
}

export class Sessions {
  private readonly store: Stores['sessions'];

  constructor(store: Stores['sessions']) {
    this.store = store;
  }

  has(claims: Claims): Promise<boolean> {
    return this.store.has(claims);
  }

  /** Notes that the session gets a new token. False if the session has ended. */
  use(claims: Claims, now: number): Promise<boolean> {
    return this.store.use(claims, now);
  }

  /** The sessions of a player, the last used first. */
  of(player: string): Promise<readonly SessionRow[]> {
    return this.store.of(player);
  }

  /** Returns how many ended: 0 if the session belongs to another player. */
  end(claims: Claims): Promise<number> {
    return this.store.end(claims);
  }

  /** Deletes sessions whose last refresh token has expired. */
  sweep(now: number): Promise<void> {
    return this.store.sweep(now - REFRESH_MS);
  }
}
