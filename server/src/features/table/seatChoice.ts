/** Which seat somebody gets: the one they name, their own in a rematch, or any that is not kept for somebody else. */
import type { MatchSummary } from '@flower-war/protocol';
import { Refused } from '../../base/refused.ts';
import type { WantedSeat } from '../../match/seats.ts';
import type { Kept } from './keptSeats.ts';

interface Table {
  readonly summary: MatchSummary;
  readonly kept: Kept;
}

interface Asked {
  readonly player: string;
  /** By its number, or as the game calls it. */
  readonly seat?: number | string | undefined;
}

interface Clock {
  readonly now: () => number;
}

export function seatsFor({ now }: Clock, { summary, kept }: Table, { player, seat }: Asked): WantedSeat {
  if (seat !== undefined) {
    const wanted = typeof seat === 'number' ? seat : seatCalled(summary, seat);
    if (kept.isKeptFrom(player, wanted, now())) throw new Refused('seat-taken', 'kept');
    return wanted;
  }
  if (summary.rematchOf === undefined) return undefined;
  const own = kept.seatOf(player);
  const others = summary.seats.flatMap((one) => (kept.isKeptFrom(player, one.seat, now()) ? [] : one.seat));
  return own === undefined ? others : [own, ...others];
}

/** A host who names the seat may give it to a bot although it is kept; else the last that is not. */
export function seatsForBots({ now }: Clock, { summary, kept }: Table): WantedSeat {
  if (summary.rematchOf === undefined) return undefined;
  return summary.seats.flatMap(({ seat }) => (kept.isKeptFrom(undefined, seat, now()) ? [] : seat)).reverse();
}

function seatCalled({ seats }: MatchSummary, name: string): number {
  const found = seats.find(({ called }) => called.toLowerCase() === name.toLowerCase());
  if (found === undefined) throw new Refused('bad-request', 'seat');
  return found.seat;
}
