/** The temple that takes what a seat pays, so that the page offers no payment that the server would refuse. */
import type { MatchSnapshot, TempleJson } from '@flower-war/client';

/** The seat of the one temple that counts for all. */
export const OF_THE_TABLE = 255;

type AtTemples = Pick<MatchSnapshot['table'], 'temples' | 'byHand'>;

/** The temple of this seat, or else the one of the table. It may be silent. */
export function templeOf({ temples }: Pick<AtTemples, 'temples'>, seat: number): TempleJson | undefined {
  const counting = temples.filter(({ counts }) => counts);
  return counting.find((temple) => temple.seat === seat) ?? counting.find((temple) => temple.seat === OF_THE_TABLE);
}

/** The temple into which the seat drops its beads now. None while it is silent, or while the seat pays on the screen. */
export function takingTemple(table: AtTemples, seat: number | undefined): TempleJson | undefined {
  if (seat === undefined || table.byHand.includes(seat)) return undefined;
  const temple = templeOf(table, seat);
  return temple?.present ? temple : undefined;
}
