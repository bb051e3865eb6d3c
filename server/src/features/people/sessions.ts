/** The devices on which somebody is signed in. A token is good only as long as the session that it names. */
import { randomUUID } from 'node:crypto';
import { type Claims, REFRESH_MS } from '../../base/tokens.ts';
import type { NewSession, SessionRow, SessionStore } from '../../store/people/sessions.ts';

/** Of one player. */
const MOST_SESSIONS = 50;

/** A device that signs in now. */
export function newSession(player: string, label: string | undefined, now: number): NewSession {
  return { player, session: randomUUID(), label: label ?? '', at: now, most: MOST_SESSIONS };
}

export class Sessions {
  private readonly store: SessionStore;

  constructor(store: SessionStore) {
    this.store = store;
  }

  open(player: string, label: string | undefined, now: number): Claims {
    const opened = newSession(player, label, now);
    this.store.open(opened);
    return { player, session: opened.session };
  }

  has(claims: Claims): boolean {
    return this.store.has(claims);
  }

  /** Notes that a token is bought; false if the session has ended. */
  use(claims: Claims, now: number): boolean {
    return this.store.use(claims, now);
  }

  /** The one used last comes first. */
  of(player: string): readonly SessionRow[] {
    return this.store.of(player);
  }

  /** How many ended: none, if it is somebody else's. */
  end(claims: Claims): number {
    return this.store.end(claims);
  }

  /** Lets go of those whose last refresh token has ended. */
  sweep(now: number): void {
    this.store.sweep(now - REFRESH_MS);
  }
}
