/** The parts of a match, and questions that need several of them. */
import { peopleAtTable, POLICIES, type Position, toMoveIn } from '@flower-war/protocol';
import type { Seat } from '@flower-war/rules';
import type { BeadReports } from './beadReports.ts';
import { least, type Outages } from './record/timeouts.ts';
import type { Body } from './record/entryKinds.ts';
import type { CommandQueue, PendingList } from './pendingList.ts';
import type { Writer, WriterTools } from './record/writer.ts';

export interface MatchTools extends WriterTools {
  /** Whether a temple is connected and counts. */
  readonly isTempleFresh?: (temple: string) => boolean;
  /** The bot that fills free seats, and stands in for a player who is away. */
  readonly usualBot?: string | undefined;
  /** Until when players are on vacation: those of these who are. */
  readonly vacationsOf?: (players: readonly string[]) => Promise<ReadonlyMap<string, number>>;
}

export interface MatchParts {
  readonly queue: CommandQueue;
  readonly writer: Writer;
  readonly pending: PendingList;
  readonly attendance: Attendance;
  /** Totals from temples that no entry has recorded yet. */
  readonly reports: BeadReports;
  readonly tools: MatchTools;
}

/** Whether a hidden window is open, so that the public table differs from the position. */
export function isHiding({ writer }: MatchParts): boolean {
  return writer.shown.window !== undefined;
}

/** Whether the outcome of a move is still to be shown. */
export function isMovePending(parts: MatchParts): boolean {
  return isHiding(parts) || parts.pending.nextMove !== undefined;
}

/** Whether outcomes are shown some time after the move. */
export function isShownLate({ writer }: MatchParts): boolean {
  return writer.position.created.table.reactDelaySeconds > 0;
}

/** The seats that must decide and have not. */
export function awaited({ writer, pending }: MatchParts): readonly Seat[] {
  const { status, pause } = writer.position;
  if (status !== 'running' || pause) return [];
  return toMoveIn(writer.engine, writer.position).filter((seat) => !pending.hasMoveOf(seat));
}

/** The seats that all viewers see to be asked. Where outcomes are shown late, none while a move is pending. */
export function openlyAwaited(parts: MatchParts): readonly Seat[] {
  if (!isMovePending(parts)) return awaited(parts);
  const { position, shown } = parts.writer;
  return isShownLate(parts) || position.pause ? [] : shown.openly.awaited;
}

/** The open decision of this seat, if the seat has not answered it. */
export function decisionOf({ writer, pending }: MatchParts, seat: number): number | undefined {
  return pending.hasMoveOf(seat) ? undefined : writer.shown.decisionOf(seat);
}

/** Whether a bot stands in for the player of this seat. */
export function isStoodInFor({ writer }: MatchParts, seat: number): boolean {
  return writer.position.occupants.get(seat)?.bot !== undefined;
}

/** Whether a match without a clock has stood still for so long that it is given up. */
export function isForgotten({ writer, tools }: MatchParts, now: number): boolean {
  const { status, clocks, pause } = writer.position;
  const isWaiting = status === 'running' && clocks.length === 0 && pause === undefined;
  return isWaiting && now >= writer.playedAt + (tools.idleForMs ?? Number.POSITIVE_INFINITY);
}

// Which players are connected: a seat is present while it has a connection. Not part of the record.

export class Attendance {
  private readonly connections = new Map<number, number>();
  private readonly left = new Map<number, number>();
  /** How many missed turns of a seat were forgiven. A turn in time clears both. */
  private readonly forgiven = new Map<number, number>();
  private openedAt: number;
  /** Those since the first player sat down at a table that waits for others. */
  outages: Outages = { lost: 0, backSince: 0 };

  /** Players who have not connected yet count as away since `openedAt`. */
  constructor(openedAt: number) {
    this.openedAt = openedAt;
  }

  arrive(seat: number): void {
    this.connections.set(seat, (this.connections.get(seat) ?? 0) + 1);
  }

  depart(seat: number, at: number): void {
    const others = (this.connections.get(seat) ?? 1) - 1;
    if (others > 0) this.connections.set(seat, others);
    else this.connections.delete(seat);
    if (others <= 0) this.left.set(seat, at);
  }

  /** Moves all absences on by the length of an outage, in which no player could come, or come back. */
  giveBack(lost: number, at: number): void {
    this.openedAt += lost;
    this.waitLonger(lost, at);
    for (const [seat, at] of this.left) this.left.set(seat, at + lost);
  }

  waitLonger(lost: number, at: number): void {
    if (lost > 0) this.outages = { lost: this.outages.lost + lost, backSince: at };
  }

  /** The player has shown to be there: turns missed until now do not count. */
  forgive(seat: number, missed: number): void {
    this.forgiven.set(seat, missed);
  }

  private missedBy(seat: number, { clocks }: Position): number {
    const missed = clocks[seat]?.missed ?? 0;
    if (missed < (this.forgiven.get(seat) ?? 0)) this.forgiven.delete(seat);
    return missed - (this.forgiven.get(seat) ?? 0);
  }

  isHere(seat: number): boolean {
    return this.connections.has(seat);
  }

  /** Which seat the table gives up on next, and when: a slow player's at once, an absent player's after a while. */
  patienceEndsAt(position: Position, awaited: readonly number[]): { seat: number; at: number } | undefined {
    const { misses } = POLICIES[position.created.table.absence];
    const people = position.status === 'running' ? peopleAtTable(position) : [];
    // Only a seat that is asked again. Otherwise this would show which player has not chosen yet in a secret choice.
    const slow = people.filter((seat) => awaited.includes(seat) && this.missedBy(seat, position) >= misses);
    // A player on vacation is not given up on before the vacation is over.
    const tried = slow.map((seat) => ({ seat, at: position.vacations.get(seat) ?? 0 }));
    const first = tried.find(({ at }) => at === least(tried.map((one) => one.at)));
    return first ?? this.awayTooLong(position, people, awaited);
  }

  /** Presence counts only at tables without a clock, and only while another player is there to wait. */
  private awayTooLong({ clocks, pause, created }: Position, people: readonly number[], awaited: readonly number[]) {
    if (clocks.length > 0 || pause || !people.some((seat) => this.isHere(seat))) return undefined;
    const { awayMs } = POLICIES[created.table.absence];
    const missing = people.filter((seat) => awaited.includes(seat) && !this.isHere(seat));
    const times = missing.map((seat) => ({ seat, at: (this.left.get(seat) ?? this.openedAt) + awayMs }));
    return times.find(({ at }) => at === least(times.map((one) => one.at)));
  }
}

/** The entry for a seat that the table gives up on: a bot stands in, or the seat retires. */
export function giveUpOn(position: Position, seat: number, { bot, at }: { bot: string | undefined; at: number }): Body {
  const { becomes } = POLICIES[position.created.table.absence];
  if (becomes === 'retired' || bot === undefined) return { kind: 'absence', at, seat, what: 'retired' };
  return { kind: 'absence', at, seat, what: 'bot', bot };
}
