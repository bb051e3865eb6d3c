import type { MatchSummary } from '@flower-war/protocol';
import type { Index } from '../journal/journal.ts';
import type { IndexedMatch } from '../match/matchIndex.ts';
import type { House } from '../rooms/house.ts';
import { Refused } from './route.ts';

export const MOST_LISTED = 100;

/** What a match looks like from outside: its index, with names. */
export function summaryOf(house: House, { status, summary }: Index): MatchSummary {
  const { seats, ...match } = JSON.parse(summary) as IndexedMatch;
  return {
    ...match,
    options: { ...match.options },
    status,
    seats: seatsOf(house, seats),
  };
}

function seatsOf({ people }: House, holders: IndexedMatch['seats']): MatchSummary['seats'] {
  const players = holders.map((holder) => (holder !== null && 'player' in holder ? holder.player : undefined));
  const names = people.namesOf(players);
  return holders.map((holder, seat) => {
    if (holder === null) return { seat, kind: 'free', name: '' };
    if ('bot' in holder) return { seat, kind: 'bot', name: holder.bot };
    return { seat, kind: 'player', name: names[seat] ?? '', player: holder.player };
  });
}

/** Whether a player is at the table; knows the code of a private match and may read its record. */
export function takesPart({ host, seats }: Pick<MatchSummary, 'host' | 'seats'>, player: string | undefined): boolean {
  return player !== undefined && (host === player || seats.some((seat) => seat.player === player));
}

/** What this caller may know of a match. */
export async function summarize(house: House, id: string, player: string | undefined): Promise<MatchSummary> {
  const found = await house.journal.index(id);
  if (found === undefined) throw new Refused('no-such-match');
  const summary = summaryOf(house, found.index);
  return found.code !== undefined && takesPart(summary, player) ? { ...summary, code: found.code } : summary;
}

/** Lets people into a private match who know its code, or are in it already. */
export async function admit(
  house: House,
  id: string,
  asked: { player: string; code?: string | undefined },
): Promise<MatchSummary> {
  const found = await house.journal.index(id);
  if (found === undefined) throw new Refused('no-such-match');
  const summary = summaryOf(house, found.index);
  const mayEnter = found.code === undefined || found.code === asked.code || takesPart(summary, asked.player);
  if (!mayEnter) throw new Refused('wrong-code');
  return summary;
}
