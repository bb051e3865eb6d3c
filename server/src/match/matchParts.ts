/** The parts of a match, and questions that need several of them. */
import { toMoveIn } from '@flower-war/protocol';
import type { Seat } from '@flower-war/rules';
import type { Attendance } from './attendance.ts';
import type { BeadReports } from './beadReports.ts';
import type { CommandQueue, PendingList } from './pendingList.ts';
import type { Writer, WriterTools } from './record/writer.ts';

export interface MatchTools extends WriterTools {
  /** Whether a temple is connected and counts. */
  readonly isTempleFresh?: (temple: string) => boolean;
  /** The bot that fills free seats, and stands in for a player who is away. */
  readonly usualBot?: string | undefined;
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
