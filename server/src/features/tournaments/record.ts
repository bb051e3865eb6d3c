/**
 * A tournament is its record: what happened in it, in order. All else follows from it: who plays whom, the table, who has won. Pure: the time
 * and the seeds of all chance stand in the entries.
 */
import type { TableSettings } from '@flower-war/protocol';

export type Kind = 'arena' | 'swiss' | 'round-robin' | 'knockout';

/** What is said beforehand, and never changes. */
export interface Settings {
  readonly name: string;
  readonly kind: Kind;
  readonly game: string;
  readonly preset: string;
  readonly options: Readonly<Record<string, string | number | boolean>>;
  /** Of each table, from two to six. */
  readonly seats: number;
  readonly table: TableSettings;
  readonly visibility: 'public' | 'private';
  readonly startsAt: number;
  /** How long before the start players must say that they are there. 0: they need not. */
  readonly checkInMinutes: number;
  /** Only where the kind allows it: see `takesLate`. */
  readonly lateEntry: boolean;
  /** Of a Swiss tournament, and of a round robin with three seats or more. */
  readonly rounds: number;
  /** How long an arena lasts. */
  readonly minutes: number;
  readonly most: number;
  /** By which rules it is counted. Absent: those of before there was a number, so that what has ended stays as it was. */
  readonly rules?: 2;
}

export type Why = 'played' | 'too-few' | 'host' | 'operator';
export type How = 'played' | 'no-show' | 'aborted' | 'unplayed';

export type Entry =
  | { readonly kind: 'created'; readonly at: number; readonly by: string | null; readonly settings: Settings }
  | { readonly kind: 'entered'; readonly at: number; readonly player: string }
  | { readonly kind: 'checked-in'; readonly at: number; readonly player: string }
  | { readonly kind: 'withdrew'; readonly at: number; readonly player: string }
  /** Its players are told that it begins soon. */
  | { readonly kind: 'called'; readonly at: number }
  /** `order`: the players, the strongest first. */
  | { readonly kind: 'began'; readonly at: number; readonly seed: number; readonly order: readonly string[] }
  | {
      readonly kind: 'paired';
      readonly at: number;
      readonly seed: number;
      readonly round: number;
      /** The players of each table, by seat. */
      readonly tables: readonly (readonly string[])[];
      readonly byes: readonly string[];
      /** Which of the tables are decided without a match, because a block keeps two of their players apart. Absent: none. */
      readonly unplayed?: readonly number[];
    }
  /** `places`: by seat, from 1 on; players may share one. `absent`: who did not come. */
  | {
      readonly kind: 'played';
      readonly at: number;
      readonly table: number;
      readonly how: How;
      readonly places: readonly number[];
      readonly absent: readonly string[];
    }
  | { readonly kind: 'paused'; readonly at: number }
  /** `lost`: how much an outage took of an arena, which goes on by itself. Absent: its maker ended a pause. */
  | { readonly kind: 'resumed'; readonly at: number; readonly lost?: number }
  | { readonly kind: 'ended'; readonly at: number; readonly why: Why };

export type EntryOf<K extends Entry['kind']> = Extract<Entry, { readonly kind: K }>;

export interface Entrant {
  readonly player: string;
  /** Counts the players who entered, from 0 on. */
  readonly n: number;
  /** How often the player has entered. */
  readonly times: number;
  /** When the player entered last. */
  readonly since: number;
  readonly isCheckedIn: boolean;
  /** The player did not come to the last match, or to the beginning, and is not paired before checking in. */
  readonly isAway: boolean;
  readonly hasWithdrawn: boolean;
}

export interface Table {
  /** Counts the tables of the tournament, from 0 on. */
  readonly n: number;
  readonly round: number;
  readonly players: readonly string[];
  readonly outcome?: Pick<EntryOf<'played'>, 'at' | 'how' | 'places' | 'absent'>;
}

export interface Round {
  readonly at: number;
  readonly seed: number;
  readonly byes: readonly string[];
  /** The number of its first table, and how many it has. */
  readonly first: number;
  readonly count: number;
}

export interface Tournament {
  readonly settings: Settings;
  readonly by: string | null;
  readonly createdAt: number;
  readonly status: 'open' | 'running' | 'ended';
  readonly entrants: ReadonlyMap<string, Entrant>;
  /** When its players were called. */
  readonly calledAt?: number;
  readonly began?: { readonly at: number; readonly seed: number };
  /** Those who play, the strongest first; a player who comes late comes last. */
  readonly order: readonly string[];
  readonly rounds: readonly Round[];
  readonly tables: readonly Table[];
  readonly pausedAt?: number;
  /** How often it was paused. */
  readonly pauses: number;
  /** How long it was paused before. */
  readonly pausedFor: number;
  /** How long outages lasted that came in no pause, as far as they are written down. */
  readonly lostFor: number;
  /** When it last went on after a pause or an outage. */
  readonly resumedAt?: number;
  readonly ended?: { readonly at: number; readonly why: Why };
}

/** The state after the entries. Throws for a record that no server has written. */
export function fold(entries: Iterable<Entry>, from?: Tournament): Tournament {
  let tournament = from;
  for (const entry of entries) {
    if (tournament !== undefined) tournament = advance(tournament, entry);
    else if (entry.kind === 'created') tournament = created(entry);
    else throw new Error(`the record of a tournament begins with ${entry.kind}`);
  }
  if (tournament === undefined) throw new Error('the record of a tournament is empty');
  return tournament;
}

function created({ at, by, settings }: EntryOf<'created'>): Tournament {
  return {
    settings,
    by,
    createdAt: at,
    status: 'open',
    entrants: new Map(),
    order: [],
    rounds: [],
    tables: [],
    pauses: 0,
    pausedFor: 0,
    lostFor: 0,
  };
}

function advance(before: Tournament, entry: Entry): Tournament {
  switch (entry.kind) {
    case 'created':
      throw new Error('a tournament is created once');
    case 'entered':
      return entered(before, entry);
    case 'checked-in':
      return withEntrant(before, entry.player, { isCheckedIn: true, isAway: false });
    case 'withdrew':
      return withEntrant(before, entry.player, { hasWithdrawn: true });
    case 'called':
      return { ...before, calledAt: entry.at };
    case 'began':
      return begun(before, entry);
    case 'paired':
      return paired(before, entry);
    case 'played':
      return played(before, entry);
    case 'paused':
      return { ...before, pausedAt: entry.at, pauses: before.pauses + 1 };
    case 'resumed':
      return { ...resumed(before, entry.at, entry.lost), resumedAt: entry.at };
    case 'ended':
      return { ...resumed(before, entry.at), status: 'ended', ended: { at: entry.at, why: entry.why } };
  }
}

/** Also of a player who has withdrawn and comes back. */
function entered(before: Tournament, { player, at }: EntryOf<'entered'>): Tournament {
  const known = before.entrants.get(player);
  const isCheckedIn = before.status === 'running' || before.settings.checkInMinutes === 0;
  const n = known?.n ?? before.entrants.size;
  const times = (known?.times ?? 0) + 1;
  const entrant = { player, n, times, since: at, isCheckedIn, isAway: false, hasWithdrawn: false };
  const isLate = before.status === 'running' && !before.order.includes(player);
  const entrants = new Map(before.entrants).set(player, entrant);
  return { ...before, entrants, ...(isLate && { order: [...before.order, player] }) };
}

function withEntrant(before: Tournament, player: string, changed: Partial<Entrant>): Tournament {
  const known = before.entrants.get(player);
  if (known === undefined) return before;
  const entrants = new Map(before.entrants).set(player, { ...known, ...changed });
  const isLate = before.status === 'running' && changed.isAway === false && !before.order.includes(player);
  return { ...before, entrants, ...(isLate && { order: [...before.order, player] }) };
}

function begun(before: Tournament, { at, seed, order }: EntryOf<'began'>): Tournament {
  const plays = new Set(order);
  const entrants = new Map(
    [...before.entrants].map(([player, entrant]) => [player, { ...entrant, isAway: !plays.has(player) }]),
  );
  return { ...before, status: 'running', began: { at, seed }, order, entrants };
}

/** All at a table that is not played share the first place. */
function paired(before: Tournament, { at, seed, round, tables, byes, unplayed = [] }: EntryOf<'paired'>): Tournament {
  const first = before.tables.length;
  const added = tables.map((players, n): Table => {
    const outcome = { at, how: 'unplayed', places: players.map(() => 1), absent: [] } as const;
    return { n: first + n, round, players, ...(unplayed.includes(n) && { outcome }) };
  });
  const rounds = [...before.rounds, { at, seed, byes, first, count: tables.length }];
  return { ...before, rounds, tables: [...before.tables, ...added] };
}

/** A player who did not come is not paired again before saying to be back. */
function played(before: Tournament, { table: n, at, how, places, absent }: EntryOf<'played'>): Tournament {
  const table = before.tables[n];
  if (table === undefined || table.outcome !== undefined) throw new Error(`table ${n} was played twice, or never set`);
  const tables = before.tables.with(n, { ...table, outcome: { at, how, places, absent } });
  return absent.reduce<Tournament>((one, player) => withEntrant(one, player, { isAway: true }), { ...before, tables });
}

function resumed({ pausedAt, ...before }: Tournament, at: number, lost = 0): Tournament {
  const pausedFor = before.pausedFor + (pausedAt === undefined ? 0 : at - pausedAt);
  return { ...before, pausedFor, lostFor: before.lostFor + lost };
}

// What follows from the state.

const MINUTE_MS = 60_000;
const CALLED_MINUTES = 10;

/** When it calls its players or, once it has, begins. Players who must check in are called when they may. */
export function waitsUntil(tournament: Tournament): number {
  return tournament.calledAt === undefined ? callsAt(tournament) : beginsAt(tournament);
}

const callsAt = ({ settings: { startsAt, checkInMinutes }, createdAt }: Tournament): number =>
  Math.max(createdAt, startsAt - (checkInMinutes || CALLED_MINUTES) * MINUTE_MS);

/** By as much later as its players were called late to check in: the server may have been away, and they could not. */
export function beginsAt(tournament: Tournament): number {
  const { settings, calledAt } = tournament;
  const isLate = settings.checkInMinutes > 0 && calledAt !== undefined;
  return settings.startsAt + (isLate ? Math.max(0, calledAt - callsAt(tournament)) : 0);
}

export const takesLate = ({ kind, lateEntry }: Pick<Settings, 'kind' | 'lateEntry'>): boolean =>
  lateEntry && (kind === 'arena' || kind === 'swiss');

export const openTables = ({ tables }: Tournament): readonly Table[] =>
  tables.filter(({ outcome }) => outcome === undefined);

/** When an arena pairs no more. Pauses do not count, nor do outages, up to its length: after longer ones few of its players would be left. */
export function endsAt({ began, settings, pausedFor, lostFor }: Tournament): number | undefined {
  const length = settings.minutes * MINUTE_MS;
  if (began === undefined || settings.kind !== 'arena') return undefined;
  return began.at + length + pausedFor + Math.min(lostFor, length);
}

/** Since when outages are to be counted that took time of an arena. Undefined if they take none. */
export function countsOutagesSince(tournament: Tournament): number | undefined {
  const { status, settings, began, resumedAt, pausedAt } = tournament;
  const isPlayed = status === 'running' && settings.kind === 'arena' && pausedAt === undefined;
  return isPlayed ? (resumedAt ?? began?.at) : undefined;
}

/** Whom the next round may seat. */
export function readyPlayers({ order, entrants }: Tournament): readonly string[] {
  return order.filter((player) => {
    const entrant = entrants.get(player);
    return entrant !== undefined && !entrant.isAway && !entrant.hasWithdrawn;
  });
}

/** The tables of a round, from 1 on. */
export function tablesOf({ tables, rounds }: Tournament, round: number): readonly Table[] {
  const found = rounds[round - 1];
  return found === undefined ? [] : tables.slice(found.first, found.first + found.count);
}

/** The circle method: all pairs of a round of a round robin, from 0 on. With an odd number one player has no partner. */
export function circle(players: readonly string[], round: number): readonly (readonly string[])[] {
  const all = players.length % 2 === 0 ? players : [...players, undefined];
  const turning = all.slice(1);
  const turned = turning.map((_, n) => turning[(n + round) % turning.length]);
  const ring = [all[0], ...turned];
  return Array.from({ length: ring.length / 2 }, (_, n) =>
    [ring[n], ring[ring.length - 1 - n]].filter((player) => player !== undefined),
  );
}
