/** A tournament as people see it. */
import type { ListedTournament, PersonalData, TournamentList, TournamentView } from '@flower-war/protocol';
import { tournamentMatchId } from '../../base/ids.ts';
import type { People } from '../people/people.ts';
import { enteredIn, takesPart } from './acts.ts';
import { roundsIn } from './next.ts';
import { type Entrant, endsAt, openTables, type Table, tablesOf } from './record.ts';
import { standingsOf, TIE_BREAKS } from './standings.ts';
import type { Kept, Tournaments } from './tournaments.ts';

interface Showing {
  readonly people: People;
  readonly tournaments: Tournaments;
}

interface Looking {
  readonly player?: string | undefined;
  readonly round?: number | undefined;
}

export async function shown({ people }: Showing, kept: Kept, { player, round }: Looking): Promise<TournamentView> {
  const { row, tournament, length } = kept;
  const { settings, entrants, rounds, began, ended, pausedAt } = tournament;
  await people.load([...entrants.keys(), ...(row.maker === null ? [] : [row.maker])]);
  const number = Math.min(round ?? rounds.length, rounds.length);
  const last = endsAt(tournament);
  const own = player === undefined ? undefined : mine(kept, player);
  const isIn = player !== undefined && takesPart(kept, player);
  return {
    ...listed({ people }, kept),
    version: length,
    options: { ...settings.options },
    table: settings.table,
    checkInMinutes: settings.checkInMinutes,
    lateEntry: settings.lateEntry,
    rounds: began === undefined ? settings.rounds : roundsIn(tournament),
    minutes: settings.kind === 'arena' ? settings.minutes : 0,
    tieBreaks: [...TIE_BREAKS[settings.kind]],
    isPaused: pausedAt !== undefined,
    standings: standingsShown({ people }, kept),
    round: number,
    lastRound: rounds.length,
    tables: tablesOf(tournament, number).map((table) => tableShown({ people }, row.tournament, table)),
    byes: (rounds[number - 1]?.byes ?? []).map((one) => named({ people }, one)),
    ...(began !== undefined && { beganAt: began.at }),
    ...(last !== undefined && { endsAt: last }),
    ...(ended !== undefined && { endedAt: ended.at, why: ended.why }),
    ...(own !== undefined && { mine: own }),
    ...(isIn && row.code !== null && { code: row.code }),
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

function tableShown(naming: Naming, tournament: string, { n, round, players, outcome }: Table) {
  const seats = players.map((player, seat) => {
    const place = outcome?.places[seat];
    const isAbsent = outcome?.absent.includes(player) ?? false;
    return { ...named(naming, player), ...(place !== undefined && { place }), isAbsent };
  });
  const match = tournamentMatchId(tournament, n);
  return { n, round, match, seats, ...(outcome !== undefined && { outcome: outcome.how }) };
}

function mine({ row, tournament }: Kept, player: string): TournamentView['mine'] {
  const entrant = tournament.entrants.get(player);
  if (entrant === undefined) return undefined;
  const table = openTables(tournament).find(({ players }) => players.includes(player));
  const isOn = table !== undefined && tournament.status !== 'ended';
  return { state: stateOf(entrant), ...(isOn && { match: tournamentMatchId(row.tournament, table.n) }) };
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

/** For the export of a player's data. */
export async function kept(services: Showing, player: string): Promise<PersonalData['tournaments']> {
  const { tournaments } = await listOf(services, player);
  return tournaments.map(({ tournament, name, status, by }) => ({
    tournament,
    name,
    status,
    isMaker: by?.player === player,
  }));
}
