/**
 * Drives tournaments: it begins them, pairs, makes the matches, reads how they ended. One process does it for all, and another one goes on when it
 * dies. It keeps nothing in memory that does not follow from the records: an entry is written once, and the id of each match follows from its table.
 */
import { randomInt } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openUntil } from '../../match/record/timeouts.ts';
import type { IndexedMatch } from '../../match/record/matchIndex.ts';
import type { Matches } from '../../matches/matches.ts';
import type { Journal } from '../../store/journal/journal.ts';
import type { Notices } from '../notices/notices.ts';
import { type Facts, isDue, type Pairer } from './byItself.ts';
import {
  beginsAt,
  countsOutagesSince,
  type Entry,
  type EntryOf,
  openTables,
  type Settings,
  type Table,
  type Tournament,
} from './record.ts';
import { type Kept, matchAt, type Tournaments } from './tournaments.ts';

export interface Driving {
  readonly journal: Pick<Journal, 'index' | 'unfinishedAmong' | 'lostSince'>;
  readonly matches: Pick<Matches, 'create'>;
  readonly notices: Pick<Notices, 'ofPairing'>;
  readonly tournaments: Tournaments;
  readonly pairer: Pick<Pairer, 'next'>;
  readonly now: () => number;
  readonly report: (problem: string, fields: Readonly<Record<string, unknown>>) => void;
}

/** Of 32 bits, as `fastChance` takes them. */
const SEEDS = 2 ** 32;
/** In one look at one tournament. */
const MOST_ENTRIES = 50;
const RATINGS_AT_ONCE = 20;
/** Few enough that they hold up no move. */
const TABLES_AT_ONCE = 8;

/** One that cannot go on does not hold up the others. */
export async function driveAll(services: Driving): Promise<void> {
  for (const id of await services.tournaments.store.due(services.now())) {
    try {
      await drive(services, id);
    } catch (error) {
      if (services.tournaments.isNews(id, services.now()))
        services.report('a tournament could not go on', { tournament: id, error });
    }
    await nextTurn();
  }
}

async function drive(services: Driving, id: string): Promise<void> {
  const { tournaments } = services;
  for (let n = 0; n < MOST_ENTRIES; n++) {
    const kept = await tournaments.find(id);
    if (kept === undefined || kept.tournament.status === 'ended') return;
    await settle(services, kept);
    const { tournament } = await withOutages(services, id);
    if (!isDue(tournament, services.now()) || (await isCheckInOpen(services, tournament))) return;
    const facts = await drivingFor(services, tournament);
    let isAdded = false;
    await tournaments.add(id, async (now) => {
      const entry = await services.pairer.next(now, facts);
      isAdded = entry !== undefined;
      return entry;
    });
    if (!isAdded) return;
  }
}

/** As it is now. An outage that took time of an arena is written down once. */
function withOutages({ journal, tournaments, now }: Driving, id: string): Promise<Kept> {
  return tournaments.add(id, async (tournament): Promise<Entry | undefined> => {
    const since = countsOutagesSince(tournament);
    const lost = since === undefined ? 0 : await journal.lostSince(since);
    return lost > 0 ? { kind: 'resumed', at: now(), lost } : undefined;
  });
}

/** What outages took of the time to check in is given back. */
async function isCheckInOpen({ journal, now }: Driving, tournament: Tournament): Promise<boolean> {
  const { status, settings, calledAt } = tournament;
  if (status !== 'open' || calledAt === undefined || settings.checkInMinutes === 0) return false;
  return now() < beginsAt(tournament) + (await journal.lostSince(calledAt));
}

/** Those of the players who were deleted, or are banned. */
export async function goneAmong(
  { tournaments, now }: Pick<Driving, 'tournaments' | 'now'>,
  players: readonly string[],
): Promise<readonly string[]> {
  const known = new Set((await tournaments.about.people.findAll(players)).map(({ player }) => player));
  const banned = new Set((await tournaments.about.bans.among(players, now())).map(({ player }) => player));
  return players.filter((player) => banned.has(player) || !known.has(player));
}

/** What pairing needs to know, beside the record. It is read anew for each entry. */
export async function drivingFor(
  { tournaments, now }: Pick<Driving, 'tournaments' | 'now'>,
  { entrants, settings, status }: Tournament,
): Promise<Facts> {
  const players = [...entrants.keys()];
  const gone = new Set(await goneAmong({ tournaments, now }, players));
  const blocks = await tournaments.store.blocksAmong(players);
  const apart = new Set(blocks.flatMap(({ player, other }) => [`${player} ${other}`, `${other} ${player}`]));
  const ratings = new Map<string, number>();
  for (let n = 0; status === 'open' && n < players.length; n += RATINGS_AT_ONCE)
    await Promise.all(
      players.slice(n, n + RATINGS_AT_ONCE).map(async (player) => {
        const found = await tournaments.about.ratings.find(player, settings);
        if (found !== undefined) ratings.set(player, found.rating);
      }),
    );
  return {
    now: now(),
    seed: randomInt(SEEDS),
    apart,
    ratings,
    gone,
  };
}

/** Makes the matches that are missing, and writes down how those ended that have ended. */
async function settle(services: Driving, { row, tournament }: Kept): Promise<void> {
  const { journal } = services;
  const open = openTables(tournament);
  if (open.length === 0) return;
  const { settings } = tournament;
  const all = open.map((table) => ({ settings, table, match: matchAt(row.tournament, table) }));
  const isPlayed = new Set(await journal.unfinishedAmong(all.map(({ match }) => match)));
  const rest = all.filter(({ match }) => !isPlayed.has(match));
  for (let n = 0; n < rest.length; n += TABLES_AT_ONCE) {
    await Promise.all(rest.slice(n, n + TABLES_AT_ONCE).map((one) => settleOne(services, row.tournament, one)));
    await nextTurn();
  }
}

async function settleOne(services: Driving, host: string, { match, table, settings }: Missing): Promise<void> {
  const found = await services.journal.index(match);
  if (found === undefined) await create(services, host, { settings, table, match });
  else if (found.index.status === 'ended') await write(services, host, { table, index: found.index });
}

interface Missing {
  readonly settings: Settings;
  readonly table: Table;
  readonly match: string;
}

/** With it its players are told, once: a match that is there already is not made again. */
async function create(services: Driving, host: string, { settings, table: { players }, match }: Missing) {
  const { game, preset, options, seats, table } = settings;
  const at = services.now();
  const endsAt = openUntil({ at, host, table }, 0);
  const notices = await services.notices.ofPairing({ players, match, game, tournament: host, at, endsAt });
  await services.matches.create({ game, preset, options, seats, table, host, id: match, notices });
}

interface Ended {
  readonly table: Table;
  readonly index: { readonly summary: string };
}

async function write({ tournaments, now }: Driving, id: string, { table, index }: Ended): Promise<void> {
  const ended = outcomeOf(table, JSON.parse(index.summary) as IndexedMatch, now());
  const isOpen = (tournament: Tournament) =>
    tournament.status !== 'ended' && tournament.tables[table.n]?.outcome === undefined;
  await tournaments.add(id, (tournament): Entry | undefined => (isOpen(tournament) ? ended : undefined));
}

/**
 * A player who does not sit in their own seat at the end did not come; but where the operator has ended a table with free seats, the players had not
 * had their time, and none is absent. An aborted match has no places, so all who came share the first.
 */
export function outcomeOf(
  { n, players }: Pick<Table, 'n' | 'players'>,
  { seats, result }: Pick<IndexedMatch, 'seats' | 'result'>,
  at: number,
): EntryOf<'played'> {
  const isEndedEarly = seats.includes(null) && result?.result === 'aborted' && result.reason !== 'nobody-came';
  const absent = players.filter((player, seat) => {
    const holder = seats[seat];
    if (isEndedEarly) return false;
    return holder === null || holder === undefined || !('player' in holder) || holder.player !== player;
  });
  const isAborted = result === undefined || result.result === 'aborted';
  const standing = (seat: number) => result?.standings.find((one) => one.seat === seat)?.place ?? players.length;
  const values = players.map((player, seat) => {
    if (absent.includes(player)) return Number.POSITIVE_INFINITY;
    return isAborted ? 1 : standing(seat);
  });
  const places = values.map((one) => 1 + values.filter((other) => other < one).length);
  const how = isAborted ? (absent.length > 0 ? 'no-show' : 'aborted') : 'played';
  return { kind: 'played', at, table: n, how, places, absent };
}
