/** A match as it looks from outside, its kept seats, and its rematch. */
import type { LobbyEntry, MatchSummary } from '@flower-war/protocol';
import { numbered } from '@flower-war/rules';
import type { Config } from '../../base/config.ts';
import { type HostedGames, seatNamesOf } from '../../base/hostedGames.ts';
import { rematchId } from '../../base/ids.ts';
import { Refused } from '../../base/refused.ts';
import { keptUntil } from '../../match/record/timeouts.ts';
import type { IndexedMatch } from '../../match/record/matchIndex.ts';
import type { Index, Journal } from '../../store/journal/journal.ts';
import { freeSeats, lengthOf, type Posted, postedFrom } from '../listing/filter.ts';
import type { People } from '../people/people.ts';
import type { Ties } from '../people/ties.ts';
import type { Approvals, Places } from './presence.ts';

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

export function playersAt({ seats }: Pick<MatchSummary, 'seats'>): readonly string[] {
  return seats.flatMap(({ player }) => player ?? []);
}

/** The host and the seated players. */
export function peopleAt(summary: Pick<MatchSummary, 'host' | 'seats'>): readonly string[] {
  return [summary.host, ...playersAt(summary)];
}

/** Whether a player may see what happens in a match. The tables of a public tournament are private only in who may sit there. */
export async function maySee(services: Finding, summary: MatchSummary, player?: string): Promise<boolean> {
  if (summary.table.visibility === 'public' || takesPart(summary, player)) return true;
  return (await keptIn(services, summary)).tournament?.isPublic === true;
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
  const isToldToAll = kept.tournament?.isPublic === true;
  return {
    ...summary,
    ...(next !== undefined && { rematch: next }),
    ...(isIn && !isToldToAll && { link: linkTo(services, id, code) }),
    ...((isIn || isToldToAll) && code !== undefined && { code }),
    ...(isIn && summary.host === player && (await askingAt(services, summary))),
  };
}

/** Whether a seat is kept for the player, unless a player who is there has blocked the player. */
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

// The rematch of a match. Its id follows from the first match's id, so the store keeps no link.

/** Rematches that were given up before the start are skipped, up to this number. */
const MOST_ATTEMPTS = 20;

interface Rematch {
  readonly id: string;
  readonly isThere: boolean;
}

/** The existing rematch, or else the free id of the next one. Undefined if rematches were given up too often. */
export async function findRematch(journal: Pick<Journal, 'index'>, match: string): Promise<Rematch | undefined> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const id = rematchId(match, attempt);
    const found = await journal.index(id);
    if (found === undefined) return { id, isThere: false };
    const { result, rematchOf: of } = JSON.parse(found.index.summary) as IndexedMatch;
    if (of === match && result?.result !== 'aborted') return { id, isThere: true };
  }
  return undefined;
}

export async function rematchOf(journal: Pick<Journal, 'index'>, match: string): Promise<string | undefined> {
  const rematch = await findRematch(journal, match);
  return rematch?.isThere ? rematch.id : undefined;
}

// A rematch keeps its seats for the previous players, moved on by one seat, so that the first player goes last. A tournament says who sits
// where: other players get no seat, and a block between two who met there by its rules keeps neither from the table.

type Holder = IndexedMatch['seats'][number];

export interface Kept {
  /** The player's own seat, also after it is no longer kept. */
  seatOf(player: string): number | undefined;
  /** Whether a seat is still kept for another player. */
  isKeptFrom(player: string | undefined, seat: number, now: number): boolean;
  /** By a tournament: whether all may watch it, and whether it has ended. Absent for other matches. */
  readonly tournament?: Pick<SetTable, 'isPublic' | 'isOver'>;
}

const NOTHING: Kept = { seatOf: () => undefined, isKeptFrom: () => false };

interface SetTable {
  readonly players: readonly string[];
  readonly isPublic: boolean;
  readonly isOver: boolean;
}

export interface Keeping {
  readonly journal: Pick<Journal, 'index'>;
  readonly tournaments: {
    /** Who sits where in a match of a tournament, which is its host. Undefined for any other match. */
    seatsOf(match: string, host: string): Promise<SetTable | undefined>;
  };
}

/** The previous holders, by their seat in the rematch. */
export function rotated(seats: readonly Holder[]): readonly Holder[] {
  return seats.map((_, seat) => seats[(seat + 1) % seats.length] ?? null);
}

async function keptIn(
  { journal, tournaments }: Keeping,
  { match, host, rematchOf, createdAt }: Pick<MatchSummary, 'match' | 'host' | 'rematchOf' | 'createdAt'>,
): Promise<Kept> {
  const set = await tournaments.seatsOf(match, host);
  if (set !== undefined) return keptBy(set);
  const before = rematchOf === undefined ? undefined : await journal.index(rematchOf);
  if (rematchOf === undefined || before === undefined) return NOTHING;
  const holders = rotated((JSON.parse(before.index.summary) as IndexedMatch).seats);
  const owners = holders.map((holder) => (holder !== null && 'player' in holder ? holder.player : undefined));
  const until = keptUntil({ rematchOf, at: createdAt }) ?? 0;
  return {
    seatOf: (player) => (owners.includes(player) ? owners.indexOf(player) : undefined),
    isKeptFrom: (player, seat, now) => now < until && owners[seat] !== undefined && owners[seat] !== player,
  };
}

function keptBy({ players, ...tournament }: SetTable): Kept {
  return {
    seatOf: (player) => (players.includes(player) ? players.indexOf(player) : undefined),
    isKeptFrom: (player, seat) => players[seat] !== player,
    tournament,
  };
}
