import type { MatchSummary } from '@flower-war/protocol';
import type { Index } from '../journal/journal.ts';
import type { IndexedMatch } from '../match/matchIndex.ts';
import type { House } from '../rooms/house.ts';

/** What a match looks like from outside: its index, with names. */
export function summaryOf(house: House, { status, summary }: Index): MatchSummary {
  const { seats, ...match } = JSON.parse(summary) as IndexedMatch;
  return {
    ...match,
    options: { ...match.options },
    status,
    seats: seats.map((holder, seat) => seatOf(house, holder, seat)),
  };
}

function seatOf(house: House, holder: IndexedMatch['seats'][number], seat: number): MatchSummary['seats'][number] {
  if (holder === null) return { seat, kind: 'free', name: '' };
  if ('bot' in holder) return { seat, kind: 'bot', name: holder.bot };
  return { seat, kind: 'player', name: house.people.nameOf(holder.player), player: holder.player };
}

/** Whether a player is at the table; knows the code of a private match and may read its record. */
export function takesPart({ host, seats }: Pick<MatchSummary, 'host' | 'seats'>, player: string | undefined): boolean {
  return player !== undefined && (host === player || seats.some((seat) => seat.player === player));
}
