/** Which seat a player gets: the named one, the own one in a rematch, or any that is not kept for another player. */
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
  /** The seat's number, or its name in the game. */
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

/** The seats for a bot if the host names none: in a rematch those not kept, the last first. */
export function seatsForBots({ now }: Clock, { summary, kept }: Table): WantedSeat {
  if (summary.rematchOf === undefined) return undefined;
  return summary.seats.flatMap(({ seat }) => (kept.isKeptFrom(undefined, seat, now()) ? [] : seat)).reverse();
}

function seatCalled({ seats }: MatchSummary, name: string): number {
  const found = seats.find(({ called }) => called.toLowerCase() === name.toLowerCase());
  if (found === undefined) throw new Refused('no-such-seat');
  return found.seat;
}
