/** Players and bots sit down at a match and stand up. */
import { allowsVacation, isSeatFree, maySit, mayBeSubstituted, type Position, restsUntil } from '@flower-war/protocol';
import { type Committed, DONE, RETRY, refused } from '../base/refused.ts';
import { fillAt, isStartDue } from './record/timeouts.ts';
import type { MatchParts } from './matchParts.ts';
import type { Writer } from './record/writer.ts';
import { tend } from './byItself.ts';

export type NewOccupant =
  | { readonly by: 'player'; readonly player: string; readonly contribution: string }
  | { readonly by: 'bot'; readonly bot: string };

/** One seat, or acceptable seats in order of preference, or any. */
export type WantedSeat = number | readonly number[] | undefined;

export type Sat = Committed & { readonly seat?: number };

export interface Sitting {
  readonly who: NewOccupant;
  readonly seat: WantedSeat;
  readonly at: number;
}

/** The seat that a player holds, if any. */
export function seatHeldBy({ occupants }: Position, player: string): number | undefined {
  for (const [seat, occupant] of occupants) if (occupant.kind === 'player' && occupant.player === player) return seat;
  return undefined;
}

/** A player or a bot takes a seat. The match starts when all are taken. */
export async function sit(parts: MatchParts, { who, seat, at }: Sitting): Promise<Sat> {
  const { writer } = parts;
  const { position } = writer;
  const held = who.by === 'player' ? seatHeldBy(position, who.player) : undefined;
  if (held !== undefined) return { ...(await startIfFull(parts, at)), seat: held };
  if (who.by === 'player' && !maySit(who.player, position.created.table)) return refused('bots-not-allowed', 'table');
  if (position.status === 'running' && who.by === 'player' && typeof seat === 'number')
    return substitute(parts, { player: who.player, seat, at });
  const chosen = seatFor(position, who, seat);
  if (typeof chosen !== 'number') return chosen;
  const sat = await writer.commit({ kind: 'seated', at, seat: chosen, ...who });
  if (sat.kind !== 'done') return sat;
  const started = await startIfFull(parts, at);
  if (writer.position.habits.size > 0) await tend(parts, at); // a habit may answer the first question
  return { ...started, seat: chosen };
}

/** Empties a seat before the start, if `who` still holds it. */
export async function standUp(
  writer: Writer,
  seat: number,
  { who, at }: { readonly who: unknown; readonly at: number },
): Promise<Committed> {
  const { position } = writer;
  if (position.status !== 'open') return refused('already-started');
  if (position.occupants.get(seat) !== who) return refused('not-seated');
  return writer.commit({ kind: 'absence', at, seat, what: 'left' });
}

/** Fills the free seats with bots when the time to wait for players is over. */
async function fill(parts: MatchParts, at: number): Promise<Committed> {
  const { attendance, writer, tools } = parts;
  const [due, bot] = [fillAt(writer.position, attendance.outages), tools.usualBot];
  if (due === undefined || due > at || bot === undefined) return DONE;
  for (;;) {
    const seat = seatFor(writer.position, { by: 'bot', bot }, undefined);
    if (typeof seat !== 'number') return startIfFull(parts, at);
    const sat = await writer.commit({ kind: 'seated', at, seat, by: 'bot', bot });
    if (sat.kind !== 'done') return sat;
  }
}

async function startIfFull(parts: MatchParts, at: number): Promise<Committed> {
  if (!isStartDue(parts.writer.position)) return DONE;
  const started = await parts.writer.commit({ kind: 'started', at });
  return started.kind === 'done' ? noteVacations(parts, at) : started;
}

/**
 * Writes which players have begun or ended a vacation that the record does not know of yet. What holds is asked here, in the turn of the
 * match, so that no older answer follows a newer one.
 */
export async function noteVacations({ writer, tools }: MatchParts, at: number): Promise<Committed> {
  const { position } = writer;
  if (position.status !== 'running' || !allowsVacation(position.created.table)) return DONE;
  const seated = [...position.occupants].flatMap(([seat, one]) =>
    one.kind === 'player' && !position.gone.includes(seat) ? [{ seat, player: one.player }] : [],
  );
  const found = await tools.vacationsOf?.(seated.map(({ player }) => player)).catch(() => 'away' as const);
  if (found === 'away') return RETRY;
  for (const { seat, player } of found === undefined ? [] : seated) {
    const [until, was] = [found?.get(player) ?? 0, restsUntil(writer.position, seat, at) ?? 0];
    if (until === was || Math.max(until, was) <= at) continue;
    const noted = await writer.commit({ kind: 'vacation', at, seat, until: until > at ? until : at });
    if (noted.kind !== 'done') return noted;
  }
  return DONE;
}

/** Writes what follows by itself: the end of a match that is over, bots in free seats, the start of a full match. */
export async function followUp(parts: MatchParts, at: number): Promise<Committed> {
  const ended = await parts.writer.endIfDue(at);
  const filled = ended.kind === 'done' ? await fill(parts, at) : ended;
  return filled.kind === 'done' ? startIfFull(parts, at) : filled;
}

/** A new player takes the seat of an absent one, after a bot has stood in for long enough. */
async function substitute(
  parts: MatchParts,
  { player, seat, at }: { readonly player: string; readonly seat: number; readonly at: number },
): Promise<Sat> {
  const { position } = parts.writer;
  const occupant = position.occupants.get(seat);
  if (occupant?.kind !== 'player' || occupant.bot === undefined) return refused('already-started');
  if (!mayBeSubstituted(position.created.table, occupant, at)) return refused('seat-kept');
  const taken = await parts.writer.commit({ kind: 'absence', at, seat, what: 'substituted', player });
  if (taken.kind !== 'done') return taken;
  await noteVacations(parts, at);
  await tend(parts, at);
  return { ...taken, seat };
}

/** The wanted seat, or else a free one; or why there is none. */
function seatFor(position: Position, { by }: NewOccupant, wanted: WantedSeat): number | Committed {
  const seat = typeof wanted === 'number' ? wanted : freeSeat(position, by, wanted);
  if (position.status !== 'open') return refused('already-started');
  if (seat === undefined) return refused('match-full');
  if (seat >= position.created.seats) return refused('no-such-seat');
  return isSeatFree(position, seat) ? seat : refused('seat-taken');
}

/** Players take the first free seat, bots the last. */
function freeSeat(position: Position, by: NewOccupant['by'], wanted?: readonly number[]): number | undefined {
  if (wanted !== undefined) return wanted.find((seat) => isSeatFree(position, seat));
  const seats = Array.from({ length: position.created.seats }, (_, seat) => seat);
  const free = seats.filter((seat) => isSeatFree(position, seat));
  return by === 'player' ? free[0] : free.at(-1);
}
