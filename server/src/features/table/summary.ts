/** A match as it looks from outside. */
import type { LobbyEntry, MatchSummary } from '@flower-war/protocol';
import { numbered } from '@flower-war/rules';
import type { Config } from '../../base/config.ts';
import { type HostedGames, seatNamesOf } from '../../base/hostedGames.ts';
import { Refused } from '../../base/refused.ts';
import type { IndexedMatch } from '../../match/record/matchIndex.ts';
import type { Index, Journal } from '../../store/journal/journal.ts';
import { freeSeats, lengthOf, type Posted, postedFrom } from '../listing/filter.ts';
import type { People } from '../people/people.ts';
import type { Ties } from '../people/ties.ts';
import type { Places } from './presenceElsewhere.ts';
import type { Approvals } from './approvals.ts';
import { type Keeping, type Kept, keptIn, rematchOf } from './rematchOf.ts';

/** What it takes to name the players at a table. */
interface Seated {
  readonly people: People;
  readonly places: Places;
}

interface Showing extends Seated {
  readonly games: HostedGames;
}

export interface Finding extends Showing {
  readonly journal: Journal;
  readonly tournaments: Keeping['tournaments'];
}

export interface Summarizing extends Finding {
  readonly approvals: Approvals;
  readonly ties: Ties;
  readonly config: Config;
  readonly now: () => number;
}

/** The public summary of a match: its index, with names. */
export async function summaryOf(services: Showing, index: Pick<Index, 'status' | 'summary'>): Promise<MatchSummary> {
  const match = postedFrom(index);
  await loadNames(services, [match]);
  return shown(services, match);
}

/** Reads the names that summaries and the lobby show of these matches. */
export function loadNames({ people }: Pick<Seated, 'people'>, matches: readonly Posted[]): Promise<void> {
  return people.load(matches.flatMap(({ host, seats }) => [host, ...playersIn(seats)]));
}

function playersIn(seats: Posted['seats']): readonly (string | undefined)[] {
  return seats.map((holder) => (holder !== null && 'player' in holder ? holder.player : undefined));
}

/** The summary of a match whose names are loaded. */
export function shown(services: Showing, { fillsAt, ...match }: Posted): MatchSummary {
  const called = seatNames(services, match);
  const seats = occupantsOf(services, match).map((seat) => ({ ...seat, called: called[seat.seat] ?? '' }));
  const filling = match.status === 'open' && fillsAt !== undefined && { fillsAt };
  return { ...match, options: { ...match.options }, seats, ...filling };
}

/** The seats' names under the options of this match. */
function seatNames({ games }: Showing, { game, options, seats }: IndexedMatch): readonly string[] {
  const hosted = games.get(game);
  return hosted === undefined ? numbered(options, seats.length) : seatNamesOf(hosted, options, seats.length);
}

type Occupied = Omit<MatchSummary['seats'][number], 'called'>;

/** The occupant of each seat, with name and presence. */
function occupantsOf({ people, places }: Seated, { match, seats }: Pick<IndexedMatch, 'match' | 'seats'>): Occupied[] {
  const names = people.namesOf(playersIn(seats));
  const here = places.seatsHere(match);
  return seats.map((holder, seat) => {
    if (holder === null) return { seat, kind: 'free', name: '', present: false };
    if ('bot' in holder) return { seat, kind: 'bot', name: holder.bot, present: true };
    return { seat, kind: 'player', name: names[seat] ?? '', player: holder.player, present: here.has(seat) };
  });
}

/** Whether a player hosts or sits at the match. Such a player sees a private match's code and may read its record. */
export function takesPart({ host, seats }: Pick<MatchSummary, 'host' | 'seats'>, player: string | undefined): boolean {
  return player !== undefined && (host === player || seats.some((seat) => seat.player === player));
}

/** The host and the seated players. */
export function peopleAt({ host, seats }: Pick<MatchSummary, 'host' | 'seats'>): readonly string[] {
  return [host, ...seats.flatMap(({ player }) => player ?? [])];
}

/** Whether any caller may know all of the match: it has no secret any more. */
export const isForAll = ({ status, table }: Pick<MatchSummary, 'status' | 'table'>): boolean =>
  status === 'ended' && table.visibility === 'public';

export interface Found {
  readonly summary: MatchSummary;
  readonly code?: string;
  /** The kept seats, if the match is a rematch. */
  readonly kept: Kept;
}

export async function find(services: Finding, id: string): Promise<Found> {
  const found = await services.journal.index(id);
  if (found === undefined) throw new Refused('no-such-match');
  const summary = await summaryOf(services, found.index);
  return { summary, kept: await keptIn(services, summary), ...(found.code !== undefined && { code: found.code }) };
}

/** The summary of a match, with what only this player may know. */
export async function summarize(services: Summarizing, id: string, player: string | undefined): Promise<MatchSummary> {
  const { summary, code, kept } = await find(services, id);
  const next = summary.status === 'ended' ? await rematchOf(services.journal, id) : undefined;
  const isIn =
    player !== undefined && (takesPart(summary, player) || (await isAwaited(services, { summary, kept }, player)));
  return {
    ...summary,
    ...(next !== undefined && { rematch: next }),
    ...(isIn && { link: linkTo(services, id, code) }),
    ...((isIn || kept.tournament?.isPublic) && code !== undefined && { code }),
    ...(isIn && summary.host === player && (await askingAt(services, summary))),
  };
}

/** Whether a seat is kept for the player, unless one of those who are there has blocked the player. */
async function isAwaited({ ties }: Summarizing, { summary, kept }: Found, player: string): Promise<boolean> {
  if (kept.seatOf(player) === undefined) return false;
  return kept.tournament !== undefined || (await ties.between(player, peopleAt(summary))) !== 'other';
}

function linkTo({ config }: Summarizing, match: string, code: string | undefined): string {
  return `${config.PUBLIC_URL}/?${new URLSearchParams({ match, ...(code !== undefined && { code }) })}`;
}

async function askingAt(
  { approvals, people, now }: Summarizing,
  { match, status }: MatchSummary,
): Promise<Pick<MatchSummary, 'asking'>> {
  const waiting = status === 'open' ? approvals.waitingAt(match, now()) : [];
  await people.load(waiting);
  return { asking: waiting.map((player) => ({ player, name: people.nameOf(player) })) };
}

/** A public match as the lobby shows it. */
export function entryOf(services: Seated, posted: Posted): LobbyEntry {
  const { match, game, preset, status, table, createdAt } = posted;
  const { clock, approval, fillSeconds, watching } = table;
  return {
    match,
    game,
    preset,
    status,
    approval,
    fillSeconds,
    watching,
    createdAt,
    length: lengthOf(posted),
    host: services.people.nameOf(posted.host),
    clock: clock.kind,
    free: freeSeats(posted),
    seats: occupantsOf(services, posted).map(({ kind, name, present }) => ({ kind, name, present })),
  };
}
