/** Who may not stay: players who were banned or deleted, and devices that were signed out. */
import type { Code } from '@flower-war/protocol';
import type { Stores } from '../../store/operations.ts';

/** A connected player, and the device where it is known. */
export interface Visiting {
  readonly player: string;
  readonly session?: string;
}

/** Looks all of them up at once. The result tells for each player why. */
export async function unwantedAmong(
  accounts: Pick<Stores['accounts'], 'standing'>,
  visitors: readonly Visiting[],
  now: number,
): Promise<ReadonlyMap<string, Code>> {
  if (visitors.length === 0) return new Map();
  const players = [...new Set(visitors.map(({ player }) => player))];
  const sessions = [...new Set(visitors.flatMap(({ session }) => session ?? []))];
  const found = await accounts.standing({ players: JSON.stringify(players), sessions: JSON.stringify(sessions), now });
  const signedIn = new Set(found.sessions);
  const unwanted = new Map<string, Code>();
  for (const { player, session } of visitors)
    if (session !== undefined && !signedIn.has(session)) unwanted.set(player, 'unauthorized');
  for (const player of found.banned) unwanted.set(player, 'banned');
  return unwanted;
}
