/** Which player is the host, and since when people wait for the start. Both follow from sitting down and leaving. */

import type { EntryOf } from '../entry/entries.ts';
import type { Occupant, Position } from '../position/position.ts';

/** People wait from the moment when the first of them sits down. Bots do not wait. */
export function afterSitting(position: Position, { at, by }: EntryOf<'seated'>): Position {
  return by === 'player' && position.peopleSince === undefined ? { ...position, peopleSince: at } : position;
}

/**
 * When the host leaves, the remaining player who sat down first is the host; if none remains, the creator of the match.
 */
export function afterLeaving(position: Position, leaver: Occupant): Position {
  const { peopleSince, ...rest } = position;
  const first = firstPerson(position);
  const isHost = leaver.kind === 'player' && leaver.player === position.host;
  const host = isHost ? (first ?? position.created.host) : position.host;
  const isWaiting = first !== undefined && peopleSince !== undefined;
  return { ...rest, host, ...(isWaiting && { peopleSince }) };
}

/** Seats are listed in the order in which they were taken. */
function firstPerson({ occupants }: Position): string | undefined {
  for (const occupant of occupants.values()) if (occupant.kind === 'player') return occupant.player;
  return undefined;
}

/** Whether this player has a seat. */
export function sits({ occupants }: Position, player: string): boolean {
  return [...occupants.values()].some((one) => one.kind === 'player' && one.player === player);
}
