/**
 * What has happened in a club, read from what became durable, and judged at once: who may not meet, who must be told of what. It knows nothing
 * of how the server decides.
 */
import type { Notice } from '@flower-war/client';
import { type Entry, parseLine } from '@flower-war/protocol';
import type { World } from '../world.ts';
import type { MatchEnd, Rounds } from './recount.ts';

/** A process may have looked so long before it writes: it may stand still, or wait for the database. */
const LOOKED_BEFORE_MS = 40_000;
/** After a failure of anything a notice that was delivered may come again. */
const FAILED_WITHIN_MS = 60_000;

/** By then a notice has come, if nothing fails. */
const SURE_MS = 7 * 60_000;

export interface TournamentEntry {
  readonly kind: string;
  readonly at: number;
  readonly player?: string;
  readonly order?: readonly string[];
  readonly tables?: readonly (readonly string[])[];
  readonly byes?: readonly string[];
  readonly unplayed?: readonly number[];
  readonly table?: number;
  readonly settings?: { readonly kind: string; readonly seats: number };
}

/** A match as its record tells it. */
export interface MatchFacts {
  readonly host: string;
  readonly isByDays: boolean;
  /** Who sat in each seat first, and who sits there now. */
  readonly seats: Map<number, string>;
  readonly came: Set<string>;
  isStarted: boolean;
  end: Extract<Entry, { kind: 'ended' }>['result'] | undefined;
}

interface Owed {
  readonly player: string;
  readonly since: number;
  /** Also good if it never comes: its reason may have gone before. */
  isOptional: boolean;
}

export class Facts {
  readonly matches = new Map<string, MatchFacts>();
  readonly tournaments = new Map<string, TournamentEntry[]>();
  /** Who must be told of what. */
  readonly owed = new Map<string, Owed>();
  /** Every notice that was written, by its id. */
  readonly written = new Map<string, Notice>();
  /** How often each notice came, and what came by which. */
  readonly heard = new Map<string, number>();
  private readonly saying = new Map<string, string>();
  private readonly pairings = new Map<string, number>();
  private readonly heardAt = new Map<string, number>();
  private readonly blocks = new Map<string, number>();
  private readonly penalties = new Map<string, readonly [since: number, until: number]>();
  private readonly challenges = new Map<string, readonly [player: string, other: string]>();
  private readonly hooks = new Map<string, { readonly player: string; readonly isQuiet: boolean }>();
  /** Players who hear of what happens. */
  private readonly hearing = new Map<string, { readonly isQuiet: boolean }>();
  private readonly world: World;
  /** When something failed last, or fails now. */
  failedAt: () => number = () => 0;

  constructor(world: World) {
    this.world = world;
  }

  /** An operation of the store was done. */
  done(operation: string, given: readonly unknown[], value: unknown): void {
    this.keepWritten(given);
    const [first, second] = given as readonly [Given, string];
    if (operation === 'ties.tie' && value === 'done') this.tied(first);
    if (operation === 'ties.untie' && first.kind === 'block') this.blocks.delete(`${first.player} ${first.other}`);
    if (operation === 'penalties.give' && value === undefined)
      this.penalties.set(`${first.kind} ${first.player}`, [this.world.now, first.until ?? Number.POSITIVE_INFINITY]);
    if (operation === 'webhooks.add' && typeof value === 'number') this.hooked(first);
    if (operation === 'webhooks.prove' && value !== undefined) this.hears(first.webhook);
    if (operation === 'challenges.put' && value === 'done') this.challenged(first);
    if (operation === 'challenges.settle' && value === true) this.settled(first);
    if (operation === 'challenges.withdraw' && value === true) this.spare(`challenged ${second}`);
    if (operation === 'tournaments.create' && value === 'done') this.grown(first.tournament, 0, second);
    if (operation === 'tournaments.append' && value === true) this.grown(first.tournament, first.n, first.entry);
  }

  get blocked(): number {
    return this.blocks.size;
  }

  isMuted(player: string): boolean {
    return this.isPenalized('mute', player);
  }

  /** Whether a block that was there for a while keeps any two of them apart. */
  apart(players: readonly string[]): readonly string[] | undefined {
    for (const one of players)
      for (const other of players)
        if ((this.blocks.get(`${one} ${other}`) ?? Number.POSITIVE_INFINITY) < this.world.now - LOOKED_BEFORE_MS)
          return [one, other];
    return undefined;
  }

  /** An entry of a match is durable. */
  append(match: string, line: string): void {
    const parsed = parseLine(line);
    if ('problem' in parsed) return;
    const { entry } = parsed;
    if (entry.kind === 'created') {
      const { host, table } = entry;
      const isByDays = table.clock.kind === 'days';
      this.matches.set(match, { host, isByDays, seats: new Map(), came: new Set(), isStarted: false, end: undefined });
      this.made(host, match);
    }
    const known = this.matches.get(match);
    if (known !== undefined) this.follow(match, known, entry);
  }

  private follow(match: string, known: MatchFacts, entry: Entry): void {
    if (entry.kind === 'seated' && entry.by === 'player') {
      known.seats.set(entry.seat, entry.player);
      known.came.add(`${entry.seat} ${entry.player}`);
    }
    if (entry.kind === 'seated' && entry.by === 'bot') known.seats.delete(entry.seat);
    // A player whose seat was retired has come, and has the place that the game gives.
    if (entry.kind === 'absence' && entry.what === 'left')
      known.came.delete(`${entry.seat} ${known.seats.get(entry.seat)}`);
    if (entry.kind === 'absence' && ['left', 'retired'].includes(entry.what)) known.seats.delete(entry.seat);
    if (entry.kind === 'started') this.started(match, known);
    if (entry.kind === 'move' && entry.by === 'player' && !known.isByDays) {
      const player = known.seats.get(entry.seat) ?? '';
      if (this.isPenalized('ban', player)) this.world.find('ordered', `${match}: ${player} is banned, and plays`);
    }
    if (entry.kind !== 'ended') return;
    known.end = entry.result;
    if (known.isStarted) for (const player of known.seats.values()) this.owe('ended', match, player);
  }

  private started(match: string, known: MatchFacts): void {
    known.isStarted = true;
    const players = [...known.seats.values()];
    for (const player of players) this.owe('started', match, player);
    const pair = this.tournaments.has(known.host) ? undefined : this.apart(players);
    if (pair !== undefined) this.world.find('apart', `${match}: ${pair.join(' and ')} sit at one table`);
  }

  /** A notice came to a player, and was taken. */
  took(player: string, id: string): void {
    const said = this.written.get(id);
    if (said === undefined) return;
    const times = (this.heard.get(id) ?? 0) + 1;
    this.heard.set(id, times);
    const isExcused = this.failedAt() > (this.heardAt.get(id) ?? 0) - FAILED_WITHIN_MS;
    if (times > 1 && !isExcused) this.world.find('once', `${player} is told ${times} times: ${JSON.stringify(said)}`);
    this.heardAt.set(id, this.world.now);
    const what = `${said.kind} ${aboutWhat(said)} ${player}`;
    const other = this.saying.get(what) ?? id;
    if (other !== id) this.world.find('once', `${player} is told by two notices: ${what}`);
    this.saying.set(what, id);
    this.owed.delete(what);
    if (said.kind !== 'paired' || times > 1) return;
    // Of all matches of a player in a tournament it is the next one.
    const count = `${said.tournament} ${player}`;
    const n = this.pairings.get(count) ?? 0;
    this.pairings.set(count, n + 1);
    this.owed.delete(`paired ${said.tournament}/${n} ${player}`);
  }

  /** Whom nothing told what they must know. */
  get missing(): readonly string[] {
    return [...this.owed].flatMap(([what, { isOptional }]) => (isOptional ? [] : what));
  }

  /** What there is of a tournament, for another program to count. `matchOf`: the match of each table. */
  roundsOf(tournament: string, matchOf: (table: number) => string | undefined): Rounds {
    const entries = this.tournaments.get(tournament) ?? [];
    const { kind = '', seats = 2 } = entries[0]?.settings ?? {};
    let n = 0;
    const rounds = entries.flatMap(({ tables = [], byes, unplayed = [] }) => {
      const ends = tables.map((players, at) => {
        const match = matchOf(n++) ?? '';
        const shared = { came: players.map(() => true), places: undefined };
        return { players, ended: unplayed.includes(at) ? shared : this.endOf(match, players) };
      });
      return byes === undefined ? [] : { byes, tables: ends };
    });
    const began = entries.findIndex((one) => one.kind === 'began');
    const late = entries.slice(began).flatMap(({ kind, player = [] }) => (COMING.includes(kind) ? player : []));
    return { kind, seats, order: [...new Set([...(entries[began]?.order ?? []), ...late])], rounds };
  }

  private endOf(match: string, players: readonly string[]): MatchEnd | undefined {
    const known = this.matches.get(match);
    if (known?.end === undefined) return undefined;
    const { result, standings } = known.end;
    const came = players.map((player, seat) => known.came.has(`${seat} ${player}`));
    const placed = players.map((_, seat) => standings.find((one) => one.seat === seat)?.place ?? players.length);
    return { came, places: result === 'aborted' ? undefined : placed };
  }

  private grown(tournament: string, n: number, line: string): void {
    const entries = this.tournaments.get(tournament) ?? [];
    this.tournaments.set(tournament, entries);
    const entry = JSON.parse(line) as TournamentEntry;
    if (n !== entries.length)
      this.world.find('paired', `${tournament}: entry ${n} does not follow ${entries.length - 1}`);
    if (entry.kind === 'played' && entries.some(({ kind, table }) => kind === 'played' && table === entry.table))
      this.world.find('paired', `${tournament}: table ${entry.table} is counted twice`);
    entries.push(entry);
    if (entry.tables !== undefined) this.paired(tournament, entry);
    const there = this.playersIn(tournament);
    if (entry.kind === 'called') for (const player of there) this.owe('begins', tournament, player);
    if (entry.kind === 'ended') for (const player of there) this.owe('placed', tournament, player);
    if (entry.kind === 'began' || entry.kind === 'ended')
      for (const player of there) this.spare(`begins ${tournament} ${player}`);
    if (entry.kind === 'withdrew') this.spare(`begins ${tournament} ${entry.player}`);
  }

  private playersIn(tournament: string): ReadonlySet<string> {
    const there = new Set<string>();
    for (const { kind, player = '' } of this.tournaments.get(tournament) ?? [])
      if (kind === 'entered') there.add(player);
      else if (kind === 'withdrew') there.delete(player);
    return there;
  }

  private made(host: string, match: string): void {
    const entries = this.tournaments.get(host);
    if (entries === undefined) return;
    const tables = entries.flatMap(playedTables).length;
    const made = [...this.matches.values()].filter((one) => one.host === host).length;
    if (made > tables) this.world.find('paired', `${host}: ${match} is a match without a table`);
  }

  /** A round was paired: the tables before it are known. */
  private paired(tournament: string, entry: TournamentEntry): void {
    const [made, ...entries] = this.tournaments.get(tournament) ?? [];
    const { tables = [], unplayed = [] } = entry;
    const earlier = entries.slice(0, -1);
    const played = earlier.flatMap(playedTables);
    for (const player of playedTables(entry).flat()) {
      const n = played.filter((table) => table.includes(player)).length;
      this.owe('paired', `${tournament}/${n}`, player);
    }
    const before = earlier.flatMap((one) => one.tables ?? []);
    const problem = problemIn({ ...made?.settings, tables, unplayed, before }, (table) => this.apart(table));
    if (problem !== undefined) this.world.find(problem.broken, `${tournament}: ${problem.pair.join(' and ')}`);
  }

  private tied({ kind, player, other }: Given): void {
    if (kind !== 'block') return;
    const pair = `${player} ${other}`;
    this.blocks.set(pair, this.blocks.get(pair) ?? this.world.now);
    for (const [challenge, [from, to]] of this.challenges)
      if (from === other && to === player) this.spare(`challenged ${challenge} ${player}`);
  }

  private hooked({ webhook, player, form, wishes }: Given): void {
    this.hooks.set(webhook, { player, isQuiet: wishes.includes('quiet') });
    if (form === 'signed') this.hears(webhook);
  }

  private hears(webhook: string): void {
    const hook = this.hooks.get(webhook);
    if (hook !== undefined) this.hearing.set(hook.player, hook);
  }

  private challenged({ challenge, player, other }: Given): void {
    this.challenges.set(challenge, [player, other]);
    // One that was blocked is told nothing, and so must not know it.
    if (!this.blocks.has(`${other} ${player}`)) this.owe('challenged', challenge, other);
  }

  private settled({ challenge, state }: Given): void {
    const [player, other] = this.challenges.get(challenge) ?? ['', ''];
    this.spare(`challenged ${challenge} ${other}`);
    if (!this.blocks.has(`${player} ${other}`)) this.owe(state, challenge, player);
  }

  private owe(kind: string, about: string, player: string): void {
    const hearing = this.hearing.get(player);
    if (hearing === undefined) return;
    const isOptional = hearing.isQuiet && ENDING.includes(kind);
    const what = `${kind} ${about} ${player}`;
    if (!this.saying.has(what)) this.owed.set(what, { player, since: this.world.now, isOptional });
  }

  private spare(what: string): void {
    const isSoon = ({ since }: Owed) => since > this.world.now - SURE_MS || this.failedAt() > since - FAILED_WITHIN_MS;
    for (const [one, owed] of this.owed) if (one.startsWith(what) && isSoon(owed)) owed.isOptional = true;
  }

  private isPenalized(kind: string, player: string): boolean {
    const [since, until] = this.penalties.get(`${kind} ${player}`) ?? [Number.POSITIVE_INFINITY, 0];
    return since < this.world.now - LOOKED_BEFORE_MS && this.world.now < until;
  }

  /** Notices go with what they are about, as rows. */
  private keepWritten(given: readonly unknown[]): void {
    for (const row of given.flat(2).flatMap(rowsIn)) this.written.set(row.notice, JSON.parse(row.body) as Notice);
  }
}

const COMING: readonly string[] = ['entered', 'checked-in'];

/** What is no news any more when quiet hours end. */
const ENDING: readonly string[] = ['paired', 'begins', 'challenged'];

interface Row {
  readonly notice: string;
  readonly body: string;
}

/** What the operations take that tell something. */
interface Given {
  readonly kind: string;
  readonly player: string;
  readonly other: string;
  readonly until: number | null;
  readonly webhook: string;
  readonly form: string;
  readonly wishes: string;
  readonly challenge: string;
  readonly state: string;
  readonly tournament: string;
  readonly n: number;
  readonly entry: string;
}

/** A notice that is to be written, or all that go with something. */
function rowsIn(one: unknown): readonly Row[] {
  const { notices = [one] } = (one ?? {}) as { readonly notices?: readonly unknown[] };
  return (notices as readonly (Partial<Row> | null)[]).filter((row): row is Row => typeof row?.body === 'string');
}

/** What tells one notice from the others of its kind. */
function aboutWhat(notice: Notice): string {
  if (notice.kind === 'turn') return `${notice.match} ${notice.at}`;
  if (notice.kind === 'challenged' || notice.kind === 'accepted' || notice.kind === 'declined') return notice.challenge;
  return 'match' in notice ? notice.match : 'tournament' in notice ? notice.tournament : notice.id;
}

/** A table that is not played has no match. */
const playedTables = ({ tables = [], unplayed = [] }: TournamentEntry): readonly (readonly string[])[] =>
  tables.filter((_, n) => !unplayed.includes(n));

interface Pairing {
  readonly kind?: string;
  readonly seats?: number;
  readonly tables: readonly (readonly string[])[];
  readonly unplayed: readonly number[];
  /** All tables of earlier rounds. */
  readonly before: readonly (readonly string[])[];
}

type Apart = (table: readonly string[]) => readonly string[] | undefined;

/** What a round must not have: a blocked pair that plays, a table that need not be empty, a pair that meets again and need not. */
function problemIn({ kind = '', seats = 2, tables, unplayed, before }: Pairing, apart: Apart) {
  const isFree = kind === 'arena' || (kind === 'swiss' && seats === 2 && isAvoidable(tables, before, apart));
  const blocked = tables.flatMap((table, n) => (isFree || !unplayed.includes(n) ? (apart(table) ?? []) : []));
  if (blocked.length > 0) return { broken: 'apart', pair: blocked } as const;
  const mayMeetAgain = kind === 'arena' || seats > 2 || (kind === 'swiss' && !isFree);
  const again = tables.find((table) => before.some((one) => table.every((player) => one.includes(player))));
  return again === undefined || mayMeetAgain ? undefined : ({ broken: 'paired', pair: again } as const);
}

/** Dirac: where each may sit with at least half of all, whole tables of two are possible. */
function isAvoidable(tables: Pairing['tables'], before: Pairing['before'], apart: Apart): boolean {
  const players = tables.flat();
  const cannot = (one: string) =>
    players.filter(
      (other) =>
        other !== one &&
        (before.some((table) => table.includes(one) && table.includes(other)) || apart([one, other]) !== undefined),
    ).length;
  return players.every((one) => players.length - 1 - cannot(one) >= players.length / 2);
}
