/** Who sits down, and where. */
import { isSeatFree, type Position } from '@flower-war/protocol';
import { type Committed, refused } from './record/draft.ts';

export type NewOccupant =
  | { readonly by: 'player'; readonly player: string; readonly contribution: string }
  | { readonly by: 'bot'; readonly bot: string };

/** A seat, or some that will do in that order, or any. */
export type WantedSeat = number | readonly number[] | undefined;

/** The seat that was asked for, or else a free one; or why there is none. */
export function seatFor(position: Position, { by }: NewOccupant, wanted: WantedSeat): number | Committed {
  const seat = typeof wanted === 'number' ? wanted : freeSeat(position, by, wanted);
  if (position.status !== 'open') return refused('already-started');
  if (seat === undefined) return refused('match-full');
  if (seat >= position.created.seats) return refused('bad-request', 'seat');
  return isSeatFree(position, seat) ? seat : refused('seat-taken');
}

/** People sit down from the first seat on, bots from the last. */
function freeSeat(position: Position, by: NewOccupant['by'], wanted?: readonly number[]): number | undefined {
  if (wanted !== undefined) return wanted.find((seat) => isSeatFree(position, seat));
  const seats = Array.from({ length: position.created.seats }, (_, seat) => seat);
  const free = seats.filter((seat) => isSeatFree(position, seat));
  return by === 'player' ? free[0] : free.at(-1);
}
