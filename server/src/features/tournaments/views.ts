/** A tournament as people see it. */
import type { ListedTournament, PersonalData, TournamentList, TournamentView } from '@flower-war/protocol';
import type { People } from '../people/people.ts';
import { enteredIn, isTooEarly, takesPart } from './acts.ts';
import { roundsIn } from './byItself.ts';
import { type Entrant, type Entry, endsAt, openTables, type Table, tablesOf, type Tournament } from './record.ts';
import { pointsFor, standingsOf, tieBreaksOf, walkoversOf } from './standings.ts';
import { type Kept, matchAt, type Tournaments } from './tournaments.ts';

interface Showing {
  readonly people: People;
  readonly tournaments: Tournaments;
  readonly now: () => number;
}

/** Of a whole knockout of 512 players, and of a round robin of 32. */
const MOST_TABLES = 512;

interface Looking {
  readonly player?: string | undefined;
  readonly round?: number | undefined;
  readonly tables?: 'all' | undefined;
}

export async function shown(services: Showing, kept: Kept, looking: Looking): Promise<TournamentView> {
  const { alike, own } = await parts(services, kept, looking);
  return { ...alike, ...own };
}

type Own = Pick<TournamentView, 'mine' | 'code'>;
type Alike = Omit<TournamentView, keyof Own>;

/** What all see alike, and what only this player sees. While nothing changes, the first part stays the same object. */
export async function parts({ people, now }: Showing, kept: Kept, looking: Looking) {
  const { row, tournament } = kept;
  const { player } = looking;
  await people.load([...tournament.entrants.keys(), ...(row.maker === null ? [] : [row.maker])]);
  const mineNow = player === undefined ? undefined : mine(kept, player, now());
  const isIn = player !== undefined && takesPart(kept, player);
  const own: Own = {
    ...(mineNow !== undefined && { mine: mineNow }),
    ...(isIn && row.code !== null && { code: row.code }),
  };
  return { alike: alikeFor({ people }, kept, looking), own };
}

interface Built {
  readonly alike: Alike;
  readonly of: Tournament;
  /** How many names had changed before. */
  readonly names: number;
  /** In milliseconds of this process. */
  readonly at: number;
}

/** By the entrants, who stay the same while tables end: hundreds of players ask for the same every few seconds. */
const built = new WeakMap<Tournament['entrants'], Map<string, Built>>();
/** The round that runs, and all tables. */
const MOST_BUILT = 2;
const LARGE = 50;
/** In a large tournament tables end all the time, and are shown so late. */
const LATE_MS = 500;

function alikeFor({ people }: Naming, kept: Kept, looking: Looking): Alike {
  const { tournament } = kept;
  const { rounds, tables, entrants } = tournament;
  const round = Math.min(looking.round ?? rounds.length, rounds.length);
  const isWhole = looking.tables === 'all' && tables.length <= MOST_TABLES;
  const views = built.get(entrants) ?? new Map<string, Built>();
  const key = `${round} ${isWhole}`;
  const known = views.get(key);
  const names = people.changes;
  if (known?.names === names && isStillSo(known, tournament)) return known.alike;
  const alike = build({ people }, kept, { round, tables: isWhole ? tables : tablesOf(tournament, round) });
  if (views.size >= MOST_BUILT) views.clear();
  built.set(entrants, views.set(key, { alike, of: tournament, names, at: performance.now() }));
  return alike;
}

/** Whether nothing has happened since, or only tables of a large tournament have ended a moment ago. */
function isStillSo({ of, at }: Built, now: Tournament): boolean {
  if (of === now) return true;
  const isYoung = now.entrants.size >= LARGE && performance.now() - at < LATE_MS;
  return isYoung && of.rounds === now.rounds && of.status === now.status && of.pausedAt === now.pausedAt;
}

function build(
  { people }: Naming,
  kept: Kept,
  { round, tables }: { readonly round: number; readonly tables: readonly Table[] },
): Alike {
  const { row, tournament, length } = kept;
  const { settings, rounds, began, ended, pausedAt } = tournament;
  const last = endsAt(tournament);
  const walkovers = walkoversOf(tournament);
  return {
    ...listed({ people }, kept),
    version: length,
    options: { ...settings.options },
    table: settings.table,
    checkInMinutes: settings.checkInMinutes,
    lateEntry: settings.lateEntry,
    rounds: began === undefined ? settings.rounds : roundsIn(tournament),
    minutes: settings.kind === 'arena' ? settings.minutes : 0,
    tieBreaks: tieBreaksOf(settings),
    isPaused: pausedAt !== undefined,
    standings: standingsShown({ people }, kept),
    round,
    lastRound: rounds.length,
    tables: tables.map((table) => tableShown({ people }, row.tournament, table)),
    byes: (rounds[round - 1]?.byes ?? []).map((one) => named({ people }, one)),
    ...(walkovers.length > 0 && { walkovers: [...walkovers] }),
    ...(began !== undefined && { beganAt: began.at }),
    ...(last !== undefined && { endsAt: last }),
    ...(ended !== undefined && { endedAt: ended.at, why: ended.why }),
  };
}

type Naming = Pick<Showing, 'people'>;
const named = ({ people }: Naming, player: string) => ({ player, name: people.nameOf(player) });

function listed({ people }: Naming, { row, tournament }: Kept): ListedTournament {
  const { name, kind, game, preset, seats, visibility, startsAt, most } = tournament.settings;
  const fixed = { name, kind, game, preset, seats, visibility, startsAt, most };
  const entered = enteredIn(tournament);
  const { tournament: id, createdAt, maker } = row;
  const by = maker === null ? {} : { by: named({ people }, maker) };
  return { tournament: id, ...fixed, status: tournament.status, createdAt, entered, ...by };
}

function standingsShown({ people }: Naming, { tournament }: Kept): TournamentView['standings'] {
  return standingsOf(tournament).map(({ player, rank, points, matches, byes, tieBreaks }) => ({
    ...named({ people }, player),
    rank,
    points,
    matches,
    byes,
    tieBreaks: [...tieBreaks],
    state: stateOf(tournament.entrants.get(player)),
  }));
}

function stateOf(entrant: Entrant | undefined): TournamentView['standings'][number]['state'] {
  if (entrant === undefined || entrant.hasWithdrawn) return 'withdrawn';
  if (entrant.isAway) return 'away';
  return entrant.isCheckedIn ? 'checked-in' : 'entered';
}

function tableShown(naming: Naming, tournament: string, table: Table) {
  const { n, round, players, outcome } = table;
  const seats = players.map((player, seat) => {
    if (outcome === undefined) return { ...named(naming, player), isAbsent: false };
    const { places, absent } = outcome;
    const isAbsent = absent.includes(player);
    const points = isAbsent ? 0 : pointsFor(places, seat);
    return { ...named(naming, player), place: places[seat] ?? players.length, points, isAbsent };
  });
  const match = matchAt(tournament, table);
  return { n, round, match, seats, ...(outcome !== undefined && { outcome: outcome.how }) };
}

function mine({ row, tournament }: Kept, player: string, now: number): TournamentView['mine'] {
  const entrant = tournament.entrants.get(player);
  if (entrant === undefined) return undefined;
  const table = openTables(tournament).find(({ players }) => players.includes(player));
  const isOn = tournament.status !== 'ended';
  const state = stateOf(entrant);
  const mayCheckIn = isOn && (state === 'entered' || state === 'away') && !isTooEarly(tournament, now);
  return {
    state,
    ...(isOn && table !== undefined && { match: matchAt(row.tournament, table) }),
    ...(mayCheckIn && { mayCheckIn }),
  };
}

const MOST_LISTED = 100;

interface Filter {
  readonly status?: Kept['row']['status'] | undefined;
  readonly game?: string | undefined;
}

export async function list(
  services: Showing,
  { status = undefined, game = undefined }: Filter,
): Promise<TournamentList> {
  const asked = { status: status ?? null, game: game ?? null, limit: MOST_LISTED };
  return all(services, await services.tournaments.store.list(asked));
}

export async function listOf(services: Showing, player: string): Promise<TournamentList> {
  return all(services, await services.tournaments.store.of(player, MOST_LISTED));
}

async function all({ tournaments, people }: Showing, rows: readonly Kept['row'][]): Promise<TournamentList> {
  const found = await Promise.all(rows.map((row) => tournaments.find(row.tournament)));
  const kept = found.filter((one) => one !== undefined);
  await people.load(kept.flatMap(({ row }) => row.maker ?? []));
  return { tournaments: kept.map((one) => listed({ people }, one)) };
}

type Created = Extract<Entry, { kind: 'created' }>;

/** All of them, for the export of a player's data. */
export async function kept(
  services: { readonly tournaments: Pick<Tournaments, 'store'> },
  player: string,
): Promise<PersonalData['tournaments']> {
  const rows = await services.tournaments.store.everyOf(player);
  return rows.map(({ tournament, maker, status, made }) => {
    const { name } = (JSON.parse(made) as Created).settings;
    return { tournament, name, status, isMaker: maker === player };
  });
}
