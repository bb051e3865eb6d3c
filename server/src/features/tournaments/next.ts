/** What a tournament does by itself, and when. Pure: it says the next entry of the record. */
import { type Drawing, nextRound, roundsOfRobin, seeded, waitingIn } from './pairing.ts';
import { endsAt, type Entry, openTables, type Tournament, type Why } from './record.ts';
import { survivorsOf } from './standings.ts';

export interface Driving extends Drawing {
  /** Of those who have one, for the order in which players are seeded. */
  readonly ratings: ReadonlyMap<string, number>;
  /** Players who were deleted, or may not play here any more. */
  readonly gone: ReadonlySet<string>;
}

/** Whether the tournament may have a next entry now: a cheap look, before blocks and ratings are read. */
export function isDue(tournament: Tournament, now: number): boolean {
  const { status, settings, pausedAt } = tournament;
  if (status === 'open') return settings.startsAt <= now;
  if (status === 'ended' || pausedAt !== undefined) return false;
  if (settings.kind !== 'arena') return openTables(tournament).length === 0;
  const isOver = (endsAt(tournament) ?? 0) <= now;
  return isOver ? openTables(tournament).length === 0 : waitingIn(tournament).length >= settings.seats;
}

export function nextEntry(tournament: Tournament, driving: Driving): Entry | undefined {
  if (!isDue(tournament, driving.now)) return undefined;
  const gone = [...tournament.entrants.values()].find(
    ({ player, hasWithdrawn }) => !hasWithdrawn && driving.gone.has(player),
  );
  if (gone !== undefined) return { kind: 'withdrew', at: driving.now, player: gone.player };
  return tournament.status === 'open' ? beginning(tournament, driving) : going(tournament, driving);
}

/** Also before the time that was said. */
export function beginning({ entrants, settings }: Tournament, { now: at, seed, ratings }: Driving): Entry {
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
  if (tables.length > 0 || (byes.length > 0 && settings.kind === 'round-robin'))
    return { kind: 'paired', at, seed, round: rounds.length + 1, tables, byes };
  return settings.kind === 'arena' ? undefined : ended(rounds.length === 0 ? 'too-few' : 'played');
}

/** Whether all rounds were played. */
function isOver(tournament: Tournament, now: number): boolean {
  const { rounds, settings } = tournament;
  switch (settings.kind) {
    case 'arena':
      return (endsAt(tournament) ?? 0) <= now;
    case 'swiss':
    case 'round-robin':
      return rounds.length >= roundsIn(tournament);
    case 'knockout':
      return isFinalPlayed(tournament);
  }
}

/** As many as are said. Else a round robin has as many as it takes to meet all the others, and a Swiss one as a knockout would have. */
export function roundsIn({ settings: { kind, seats, rounds }, order }: Tournament): number {
  if (kind === 'round-robin' && (seats === 2 || rounds === 0)) return roundsOfRobin(order.length, seats);
  return kind === 'swiss' && rounds === 0 ? Math.max(1, Math.ceil(Math.log2(order.length))) : rounds;
}

function isFinalPlayed(tournament: Tournament): boolean {
  const last = tournament.rounds.at(-1);
  const wasFinal = last !== undefined && last.count === 1 && last.byes.length === 0;
  return survivorsOf(tournament).length <= 1 || (wasFinal && tournament.settings.seats > 2);
}
