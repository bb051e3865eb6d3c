/** Where a person is in a match. */
import type { AnyGame, MatchSummaryOf } from '@flower-war/client';

export type Place = 'join' | 'watch';
export type Summary = MatchSummaryOf<AnyGame>;

/** A player comes back to the seat, and a host sits down. Other people are asked, if a seat is free. */
export function usualPlace(
  { seats, status, host }: Pick<Summary, 'seats' | 'status' | 'host'>,
  player: string,
): Place | undefined {
  if (seats.some((seat) => seat.player === player)) return 'join';
  const isOpen = status === 'open' && seats.some(({ kind }) => kind === 'free');
  if (!isOpen) return 'watch';
  return host === player ? 'join' : undefined;
}
