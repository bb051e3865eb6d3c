import type { MatchSummary } from '@flower-war/protocol';
import { numbered } from '@flower-war/rules';
import type { Caller } from '../../base/caller.ts';
import { seatNamesOf } from '../../base/hostedGames.ts';
import { Refused } from '../../base/refused.ts';
import { seatsHere } from '../../doors/rooms/roomPlaces.ts';
import type { House } from '../../doors/services.ts';
import type { IndexedMatch } from '../../match/record/matchIndex.ts';
import type { Index } from '../../store/journal/journal.ts';
import { type Posted, postedFrom } from '../listing/filter.ts';
import { hashOf, isSameHash } from '../people/codes.ts';
import { type Kept, keptIn } from './keptSeats.ts';
import { rematchOf } from './rematchOf.ts';

/** What a match looks like from outside: its index, with names. */
export function summaryOf(house: House, index: Pick<Index, 'status' | 'summary'>): MatchSummary {
  return shown(house, postedFrom(index));
}

export function shown(house: House, match: Posted): MatchSummary {
  const called = seatNames(house, match);
  const seats = occupantsOf(house, match).map((seat) => ({ ...seat, called: called[seat.seat] ?? '' }));
  return { ...match, options: { ...match.options }, seats };
}

/** What the seats are called under the options of this match. */
export function seatNames({ games }: House, { game, options, seats }: IndexedMatch): readonly string[] {
  const hosted = games.get(game);
  return hosted === undefined ? numbered(options, seats.length) : seatNamesOf(hosted, options, seats.length);
}

type Occupied = Omit<MatchSummary['seats'][number], 'called'>;

/** Who sits where, under which name, and who of them is there. */
export function occupantsOf({ people }: House, { match, seats }: Pick<IndexedMatch, 'match' | 'seats'>): Occupied[] {
  const players = seats.map((holder) => (holder !== null && 'player' in holder ? holder.player : undefined));
  const names = people.namesOf(players);
  const here = seatsHere(match);
  return seats.map((holder, seat) => {
    if (holder === null) return { seat, kind: 'free', name: '', present: false };
    if ('bot' in holder) return { seat, kind: 'bot', name: holder.bot, present: true };
    return { seat, kind: 'player', name: names[seat] ?? '', player: holder.player, present: here.has(seat) };
  });
}

/** Whether a player is at the table; knows the code of a private match and may read its record. */
export function takesPart({ host, seats }: Pick<MatchSummary, 'host' | 'seats'>, player: string | undefined): boolean {
  return player !== undefined && (host === player || seats.some((seat) => seat.player === player));
}

interface Found {
  readonly summary: MatchSummary;
  readonly code?: string;
  /** Of a rematch. */
  readonly kept: Kept;
}

export async function find(house: House, id: string): Promise<Found> {
  const found = await house.journal.index(id);
  if (found === undefined) throw new Refused('no-such-match');
  const summary = summaryOf(house, found.index);
  return { summary, kept: await keptIn(house, summary), ...(found.code !== undefined && { code: found.code }) };
}

/** What this caller may know of a match. */
export async function summarize(house: House, id: string, player: string | undefined): Promise<MatchSummary> {
  const { summary, code, kept } = await find(house, id);
  const next = summary.status === 'ended' ? await rematchOf(house.journal, id) : undefined;
  const isIn = player !== undefined && (takesPart(summary, player) || kept.seatOf(player) !== undefined);
  return {
    ...summary,
    ...(next !== undefined && { rematch: next }),
    ...(isIn && { link: linkTo(house, id, code) }),
    ...(isIn && code !== undefined && { code }),
    ...(isIn && summary.host === player && askingAt(house, summary)),
  };
}

/** Lets people into a private match who know its code, or are in it already. */
export async function admit(house: House, id: string, asked: Caller & { code?: string | undefined }): Promise<Found> {
  const found = await find(house, id);
  const { summary, code, kept } = found;
  const isIn = takesPart(summary, asked.player) || kept.seatOf(asked.player) !== undefined;
  if (code !== undefined && !isIn) checkCode(house, { match: id, code }, asked);
  return found;
}

/** Wrong codes are counted; of a guest who has sent too many none is looked at. */
function checkCode(
  { identity: { guesses }, now }: House,
  { match, code }: { match: string; code: string },
  { player, address, code: typed }: Caller & { code?: string | undefined },
): void {
  if (typed === undefined) throw new Refused('wrong-code');
  const guess = { address, player, at: `match ${match}` };
  if (!guesses.mayTry(guess, now())) throw new Refused('too-many-guesses');
  if (isSameHash(hashOf(typed), hashOf(code))) return;
  guesses.noteWrong(guess, now());
  throw new Refused('wrong-code');
}

function linkTo({ config }: House, match: string, code: string | undefined): string {
  return `${config.PUBLIC_URL}/?${new URLSearchParams({ match, ...(code !== undefined && { code }) })}`;
}

function askingAt({ approvals, people, now }: House, { match, status }: MatchSummary): Pick<MatchSummary, 'asking'> {
  const waiting = status === 'open' ? approvals.waitingAt(match, now()) : [];
  return { asking: waiting.map((player) => ({ player, name: people.nameOf(player) })) };
}
