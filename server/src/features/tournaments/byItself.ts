/** What a tournament does by itself, and when: the next entry of its record. Large fields are paired in a thread. */
import { WorkThread } from '../../base/workThread.ts';
import { type Drawing, isGathered, nextRound, seeded, waitingIn } from './pairing.ts';
import { endsAt, type Entry, openTables, readyPlayers, type Tournament, waitsUntil, type Why } from './record.ts';
import { scoresOf, survivorsOf } from './standings.ts';

export interface Driving extends Drawing {
  /** Of players who have one, for the order in which players are seeded. */
  readonly ratings: ReadonlyMap<string, number>;
  /** Players who were deleted, or are banned. */
  readonly gone: ReadonlySet<string>;
}

/** The same as plain data, which another thread can take. */
export interface Facts extends Omit<Driving, 'areApart'> {
  /** The ids of two players whom a block keeps apart, in both orders. */
  readonly apart: ReadonlySet<string>;
}

export const entryBy = (tournament: Tournament, { apart, ...facts }: Facts): Entry | undefined =>
  nextEntry(tournament, { ...facts, areApart: (a, b) => apart.has(`${a} ${b}`) });

/** Whether the tournament may have a next entry now: a cheap look, before blocks and ratings are read. */
export function isDue(tournament: Tournament, now: number): boolean {
  const { status, settings, pausedAt } = tournament;
  if (status === 'open') return waitsUntil(tournament) <= now;
  if (status === 'ended' || pausedAt !== undefined) return false;
  if (settings.kind !== 'arena') return openTables(tournament).length === 0;
  const isOver = (endsAt(tournament) ?? 0) <= now;
  return isOver ? openTables(tournament).length === 0 : isGathered(tournament, now);
}

export function nextEntry(tournament: Tournament, driving: Driving): Entry | undefined {
  if (!isDue(tournament, driving.now)) return undefined;
  const gone = [...tournament.entrants.values()].find(
    ({ player, hasWithdrawn }) => !hasWithdrawn && driving.gone.has(player),
  );
  if (gone !== undefined) return { kind: 'withdrew', at: driving.now, player: gone.player };
  if (tournament.status !== 'open') return going(tournament, driving);
  const { calledAt, settings } = tournament;
  const isEarly = driving.now < settings.startsAt || (calledAt === undefined && settings.checkInMinutes > 0);
  return isEarly ? { kind: 'called', at: driving.now } : beginning(tournament, driving);
}

/** Also before the time that was said. */
export function beginning(
  { entrants, settings }: Tournament,
  { now: at, seed, ratings }: Pick<Driving, 'now' | 'seed' | 'ratings'>,
): Entry {
  const there = [...entrants.values()].filter((one) => one.isCheckedIn && !one.hasWithdrawn);
  if (there.length < settings.seats) return { kind: 'ended', at, why: 'too-few' };
  const order = seeded(
    there.map(({ player }) => player),
    ratings,
    seed,
  );
  return { kind: 'began', at, seed, order };
}

function going(tournament: Tournament, driving: Driving): Entry | undefined {
  const { rounds, settings } = tournament;
  const { now: at, seed } = driving;
  const ended = (why: Why): Entry => ({ kind: 'ended', at, why });
  if (isOver(tournament, at)) return ended('played');
  const { tables, byes } = nextRound(tournament, driving);
  const unplayed = tables.flatMap((players, n) => (isBlocked(players, driving) ? n : []));
  if (tables.length > 0 || (byes.length > 0 && settings.kind === 'round-robin'))
    return {
      kind: 'paired',
      at,
      seed,
      round: rounds.length + 1,
      tables,
      byes,
      ...(unplayed.length > 0 && { unplayed }),
    };
  return settings.kind === 'arena' ? undefined : ended(rounds.length === 0 ? 'too-few' : 'played');
}

const isBlocked = (players: readonly string[], { areApart }: Pick<Driving, 'areApart'>): boolean =>
  players.some((one) => players.some((other) => areApart(one, other)));

/** Whether all rounds were played. */
function isOver(tournament: Tournament, now: number): boolean {
  const { rounds, settings } = tournament;
  switch (settings.kind) {
    case 'arena':
      return (endsAt(tournament) ?? 0) <= now;
    case 'swiss':
      return rounds.length >= roundsIn(tournament);
    case 'round-robin':
      return roundsIn(tournament) === 0 ? haveAllMet(tournament) : rounds.length >= roundsIn(tournament);
    case 'knockout':
      return isFinalPlayed(tournament);
  }
}

/** As many as are said. Else a round robin of two seats has as many as its circle, and a Swiss tournament as a knockout would have. 0: not known before. */
export function roundsIn({ settings: { kind, seats, rounds }, order }: Tournament): number {
  if (kind === 'round-robin' && seats === 2) return order.length - 1 + (order.length % 2);
  return kind === 'swiss' && rounds === 0 ? Math.max(1, Math.ceil(Math.log2(order.length))) : rounds;
}

/** At larger tables the search for players who have not met finds fewer and fewer, and might never end. */
const MOST_ROUNDS_EACH = 2;

/** A player who is away holds up no others. */
function haveAllMet(tournament: Tournament): boolean {
  const { rounds, order } = tournament;
  const ready = readyPlayers(tournament);
  const scores = scoresOf(tournament);
  const hasMet = (player: string, other: string) => player === other || scores.get(player)?.met.has(other) === true;
  const isDone = rounds.length > 0 && ready.every((player) => ready.every((other) => hasMet(player, other)));
  return isDone || rounds.length >= MOST_ROUNDS_EACH * order.length;
}

function isFinalPlayed(tournament: Tournament): boolean {
  const last = tournament.rounds.at(-1);
  const wasFinal = last !== undefined && last.count === 1 && last.byes.length === 0;
  return survivorsOf(tournament).length <= 1 || (wasFinal && tournament.settings.seats > 2);
}

// The thread that pairs large fields. If it fails, that costs time, and no round.

export interface LargeField {
  readonly tournament: Tournament;
  readonly facts: Facts;
}

export interface Found {
  readonly entry: Entry | undefined;
}

const THREAD = new URL('./pairingThread.ts', import.meta.url);
/** The work grows with the third power of their number: fewer players are paired within some milliseconds. */
const MANY = 50;
/** With 512 players it takes some tenths of a second, and longer only on a machine that has no time for it. */
const PATIENCE_MS = 5000;
/** The next round finds the thread there. */
const IDLE_MS = 10 * 60_000;

export class Pairer {
  private readonly cannotStart: (error: unknown) => undefined;
  private readonly thread: WorkThread<LargeField, Found>;

  constructor(
    report: (problem: string, fields: { readonly error: unknown }) => void,
    { thread = THREAD, patienceMs = PATIENCE_MS } = {},
  ) {
    this.cannotStart = (error) => void report('the thread of the pairings cannot start', { error });
    const failed = (error: unknown) => void report('the thread of the pairings failed', { error });
    this.thread = new WorkThread<LargeField, Found>({ thread, name: 'pairing', patienceMs, idleMs: IDLE_MS, failed });
  }

  /** As `entryBy` says it. None when the server stops: the next start finds the same to do. */
  async next(tournament: Tournament, facts: Facts): Promise<Entry | undefined> {
    if (tournament.status !== 'running' || waitingIn(tournament).length < MANY) return entryBy(tournament, facts);
    const found = await this.thread.ask({ tournament, facts }).catch(this.cannotStart);
    if (found !== undefined) return found.entry;
    return this.thread.isClosed ? undefined : entryBy(tournament, facts);
  }

  close(): Promise<void> {
    return this.thread.close();
  }
}
