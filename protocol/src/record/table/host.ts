/** What follows from who sits down and leaves before the start: who is the host, and since when people wait. */

import type { EntryOf } from '../entry/entries.ts';
import type { Occupant, Position } from '../position/position.ts';

/** The clock of those who wait runs from the first of them on; bots do not wait. */
export function afterSitting(position: Position, { at, by }: EntryOf<'seated'>): Position {
  return by === 'player' && position.peopleSince === undefined ? { ...position, peopleSince: at } : position;
}

/** A host who leaves passes the match on to whoever sat down first of those still there; else it stays its maker's. */
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

/** Whether this person has a seat. */
export function sits({ occupants }: Position, player: string): boolean {
  return [...occupants.values()].some((one) => one.kind === 'player' && one.player === player);
}
