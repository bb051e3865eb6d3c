/**
 * The tournaments of the server. Each is a fold of its record in the store, which takes an entry only under the next number: of two processes
 * that add one at the same moment the second judges anew. So no pairing is lost or made twice, in any process.
 */
import type { Profile } from '@flower-war/protocol';
import { isTournament, tournamentMatchId } from '../../base/ids.ts';
import { Refused, RefusedFor } from '../../base/refused.ts';
import { LocalTurns } from '../../base/scheduling.ts';
import type { OutboxRow } from '../../store/journal/journal.ts';
import type { Stores } from '../../store/operations.ts';
import type { TournamentRow } from '../../store/tournaments.ts';
import type { Notices } from '../notices/notices.ts';
import type { Telling } from '../notices/recipients.ts';
import { FEWEST_MATCHES, timesOf, TITLED_PLACES } from '../ratings/ratings.ts';
import { beginsAt, type Entry, fold, openTables, type Table, type Tournament, waitsUntil } from './record.ts';
import { standingsOf } from './standings.ts';

export interface Kept {
  readonly row: TournamentRow;
  readonly tournament: Tournament;
  /** How many entries the record has. */
  readonly length: number;
}

const MOST_IN_MEMORY = 200;
const FEW_TABLES = 8;
const TELL_EVERY_MS = 60 * 60 * 1000;
/** So often other processes may be first. */
const MOST_TRIES = 20;
const TOLD_AT_ONCE = 20;
/** Fewer players play for no title. */
const FEWEST_FOR_TITLE = 4;
/** Of the tournaments of a player, the last ones are looked at for titles. */
const MOST_LOOKED_AT = 50;
const MOST_TITLES_KEPT = 5000;

interface Title {
  readonly tournament: string;
  readonly name: string;
  readonly game: string;
  readonly preset: string;
  readonly at: number;
}

interface Teller extends Pick<Notices, 'ofOne'> {
  readonly sender: Pick<Notices['sender'], 'wake'>;
}

type Judged = Entry | undefined;

export class Tournaments {
  readonly store: Stores['tournaments'];
  /** What pairing needs to know of the players. */
  readonly about: Pick<Stores, 'people' | 'ratings' | 'bans'>;
  /** The one that was used longest ago first. */
  private readonly kept = new Map<string, Kept>();
  /** By the id of the match. */
  private readonly tables = new Map<string, Map<string, number>>();
  private readonly turns = new LocalTurns();
  /** When it was told last that one cannot go on. */
  private readonly toldAt = new Map<string, number>();
  private readonly teller: Teller | undefined;
  /** Of tournaments that have ended, which never change: their titles, and who holds them. */
  private readonly titles = new Map<string, { readonly holder?: string; readonly title: Title }>();

  /** A round has nearly ended: what comes next need not wait for the next look. */
  onRoundEnding: () => void = () => {};

  /** Without a teller no player is told anything. */
  constructor({ tournaments, ...about }: Pick<Stores, 'tournaments' | 'people' | 'ratings' | 'bans'>, teller?: Teller) {
    this.teller = teller;
    this.store = tournaments;
    this.about = about;
  }

  /** As it is now: what other processes have added is read. */
  async find(id: string): Promise<Kept | undefined> {
    const known = this.kept.get(id);
    const [row, lines] = await Promise.all([this.store.find(id), this.store.entries(id, known?.length ?? 0)]);
    if (row === undefined) {
      this.drop(id); // it was deleted, long after its end
      return undefined;
    }
    if (lines.length === 0 && known === undefined) return undefined;
    const entries = lines.map(parsed);
    const tournament = entries.length === 0 && known ? known.tournament : fold(entries, known?.tournament);
    const found = { row, tournament, length: (known?.length ?? 0) + lines.length };
    const newer = this.kept.get(id);
    return newer !== undefined && newer.length > found.length ? newer : this.keep(id, found);
  }

  private keep(id: string, kept: Kept): Kept {
    this.kept.delete(id);
    this.kept.set(id, kept);
    const [oldest = ''] = this.kept.keys();
    if (this.kept.size > MOST_IN_MEMORY) this.drop(oldest);
    return kept;
  }

  private drop(id: string): void {
    for (const map of [this.kept, this.tables, this.toldAt]) map.delete(id);
  }

  /** It is tried each second, and told each hour. */
  isNews(id: string, now: number): boolean {
    const isNew = (this.toldAt.get(id) ?? Number.NEGATIVE_INFINITY) + TELL_EVERY_MS <= now;
    if (isNew) this.toldAt.set(id, now);
    return isNew;
  }

  /** A match of this host has ended here. Each look at a tournament reads all its open tables, so it is taken sooner only for few of them. */
  noteEnd(host: string): void {
    const kept = isTournament(host) ? this.kept.get(host) : undefined;
    if (kept !== undefined && openTables(kept.tournament).length <= FEW_TABLES) this.onRoundEnding();
  }

  async must(id: string): Promise<Kept> {
    const found = await this.find(id);
    if (found === undefined) throw new Refused('no-such-tournament');
    return found;
  }

  /** Adds the entry that follows from how it stands; none if there is nothing to add. Throws what `judge` throws. */
  add(id: string, judge: (tournament: Tournament) => Judged | Promise<Judged>): Promise<Kept> {
    return this.turns.run(id, async () => {
      for (let tries = 0; tries < MOST_TRIES; tries++) {
        const kept = await this.must(id);
        const entry = await judge(kept.tournament);
        if (entry === undefined) return kept;
        if (await this.append(kept, entry)) return this.must(id);
      }
      throw new RefusedFor('unavailable', 1);
    });
  }

  /** False if another process has added one since. */
  private async append({ row, tournament, length }: Kept, entry: Entry): Promise<boolean> {
    const after = fold([entry], tournament);
    const notices = await this.noticesOf(row.tournament, entry, after);
    const isWritten = await this.store.append({
      tournament: row.tournament,
      n: length,
      entry: JSON.stringify(entry),
      status: after.status,
      at: entry.at,
      dueAt: waitsUntil(after),
      notices,
      ...(entry.kind === 'entered' && { player: entry.player }),
      ...(entry.kind === 'withdrew' && { gone: entry.player }),
    });
    if (isWritten && notices.length > 0) this.teller?.sender.wake();
    return isWritten;
  }

  /** To be written together with the entry. */
  private async noticesOf(id: string, entry: Entry, after: Tournament): Promise<readonly OutboxRow[]> {
    const { teller } = this;
    const told = teller === undefined ? [] : toldBy(id, entry, after);
    const rows: OutboxRow[] = [];
    for (let n = 0; teller !== undefined && n < told.length; n += TOLD_AT_ONCE)
      rows.push(...(await Promise.all(told.slice(n, n + TOLD_AT_ONCE).map((one) => teller.ofOne(one)))).flat());
    return rows;
  }

  /** The titles of the public tournaments that this player has won, of the last ones that the player has entered. */
  async wonBy(player: string): Promise<readonly Title[]> {
    const won: Title[] = [];
    for (const id of await this.store.endedOf(player, MOST_LOOKED_AT)) {
      const known = this.titles.get(id) ?? titleOf(id, fold((await this.store.entries(id, 0)).map(parsed)));
      this.titles.set(id, known);
      const [oldest = ''] = this.titles.keys();
      if (this.titles.size > MOST_TITLES_KEPT) this.titles.delete(oldest);
      if (known.holder === player) won.push(known.title);
    }
    return won;
  }

  /** Who sits where in a match of a tournament. Undefined for any other match. */
  async seatsOf(match: string, host: string) {
    const kept = isTournament(host) ? await this.find(host) : undefined;
    if (kept === undefined) return undefined;
    const { tables } = kept.tournament;
    const known = this.tables.get(host) ?? new Map<string, number>();
    for (const table of tables.slice(known.size)) known.set(matchAt(host, table), table.n);
    this.tables.set(host, known);
    const table = tables[known.get(match) ?? -1];
    const { row, tournament } = kept;
    return (
      table && { players: table.players, isPublic: row.visibility === 'public', isOver: tournament.status === 'ended' }
    );
  }
}

const matches = new WeakMap<Table, string>();

/** The id of the match at a table of this tournament. It is a hash, and hundreds of them are wanted again and again. */
export function matchAt(tournament: string, table: Table): string {
  const match = matches.get(table) ?? tournamentMatchId(tournament, table.n);
  matches.set(table, match);
  return match;
}

const parsed = (line: string): Entry => JSON.parse(line) as Entry;

/** A tournament that was ended before all was played has no title, and neither has one in which too few players, or not the first, have played. */
function titleOf(tournament: string, state: Tournament) {
  const { settings, order, ended } = state;
  const { name, game, preset, rules } = settings;
  const played = rules === undefined ? new Set(order) : playersOf(state);
  const hasWon = (player: string) => played.has(player) && (rules === undefined || !missedLast(state, player));
  const isWon = ended?.why === 'played' && played.size >= FEWEST_FOR_TITLE;
  const first = isWon ? standingsOf(state).find(({ player, rank }) => rank === 1 && hasWon(player)) : undefined;
  const title: Title = { tournament, name, game, preset, at: ended?.at ?? 0 };
  return { title, ...(first !== undefined && { holder: first.player }) };
}

/** Where no player comes to the final of a knockout, one of those who should have played it is first all the same. */
const missedLast = ({ settings, tables }: Tournament, player: string): boolean =>
  settings.kind === 'knockout' &&
  tables.findLast(({ players }) => players.includes(player))?.outcome?.absent.includes(player) === true;

/** All who have played a match to its end. */
function playersOf({ tables }: Tournament): ReadonlySet<string> {
  const played = tables.flatMap(({ players, outcome }) =>
    outcome?.how === 'played' ? players.filter((player) => !outcome.absent.includes(player)) : [],
  );
  return new Set(played);
}

/** What its players are told: that it begins soon, and how it has ended for them. None who has withdrawn is told anything. */
function toldBy(tournament: string, { kind, at }: Entry, after: Tournament): readonly Telling[] {
  const { settings, entrants, began } = after;
  const { game } = settings;
  const about = { at, tournament, game };
  const there = [...entrants.values()].filter(({ hasWithdrawn }) => !hasWithdrawn);
  if (kind === 'called')
    return there.map(({ player, isCheckedIn }) => {
      const notice = { kind: 'begins' as const, ...about, startsAt: beginsAt(after), mustCheckIn: !isCheckedIn };
      return { player, event: 'started', notice };
    });
  if (kind !== 'ended') return [];
  const places = new Map(began === undefined ? [] : standingsOf(after).map(({ player, rank }) => [player, rank]));
  return there.map(({ player }) => {
    const place = places.get(player);
    return { player, event: 'ended', notice: { kind: 'placed', ...about, ...(place !== undefined && { place }) } };
  });
}

// The titles of a player: tournaments won, and the first places on the ladders of seasons that are over.

type Titles = Profile['titles'];

interface Holding {
  readonly tournaments: Tournaments;
  readonly ratingTable: Stores['ratings'];
  readonly now: () => number;
}

/** This many ladders of the last seasons are looked at. */
const MOST_LADDERS = 50;

/** The newest first. */
export async function titlesOf({ tournaments, ratingTable, now }: Holding, player: string): Promise<Titles> {
  const won = await tournaments.wonBy(player);
  const asked = { player, fewest: FEWEST_MATCHES, last: TITLED_PLACES, limit: MOST_LADDERS };
  const places = await ratingTable.placesOf(asked);
  const climbed: Titles = places.flatMap(({ season, game, preset, place }) => {
    const { to: at } = timesOf(season);
    const isTitle = place <= TITLED_PLACES && at <= now();
    return isTitle ? [{ kind: 'season', season, game, preset, place: Number(place), at }] : [];
  });
  return [...won.map((one) => ({ kind: 'tournament' as const, ...one })), ...climbed].toSorted((a, b) => b.at - a.at);
}
