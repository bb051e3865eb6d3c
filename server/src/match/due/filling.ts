/** When bots take the free seats, and the match starts. It follows from the record alone, so a restart changes nothing. */
import { type EntryOf, isFull, type Position } from '@flower-war/protocol';

/** How long each seat of a rematch is kept for its player. */
const KEPT_MS = 3 * 60_000;

/** Until when the seats of a rematch are kept. Undefined for other matches. */
export function keptUntil({ rematchOf, at }: Pick<EntryOf<'created'>, 'rematchOf' | 'at'>): number | undefined {
  return rematchOf === undefined ? undefined : at + KEPT_MS;
}

/** When bots fill the free seats, but not while seats are kept. Undefined while no player waits at the table. */
export function fillAt({ status, created, peopleSince }: Position): number | undefined {
  const { fillSeconds } = created.table;
  if (status !== 'open' || peopleSince === undefined || fillSeconds === 0) return undefined;
  return Math.max(peopleSince + fillSeconds * 1000, keptUntil(created) ?? 0);
}

/** All seats are taken. The start follows at once, unless it could not be written. */
export function isStartDue(position: Position): boolean {
  return position.status === 'open' && isFull(position);
}
