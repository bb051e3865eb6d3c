/**
 * Plays the moves that are pending: one after the other, each as soon as what came before it is played and its own time
 * has come. Where a table shows outcomes late, that time is some seconds after the move was made; else it is at once.
 */

import { type Committed, RETRY, refused } from '../base/outcome.ts';
import { clockAnswer } from './due/timeouts.ts';
import type { Turn } from './entries/body.ts';
import { isHiding, type MatchParts } from './parts.ts';
import type { PendingMove } from './pendingList.ts';
import { type Draft, judged } from './record/draft.ts';
import { answerDue } from './shown/hiddenWindow.ts';
import type { Flush } from './shown/viewerProgress.ts';

/** Plays the next move, or what a wish or the clock answers when none is pending. Says whether to look for another. */
export async function playNext(parts: MatchParts, now: number): Promise<boolean> {
  const { pending, writer } = parts;
  const asked = pending.nextMove;
  const move = asked ?? addAnswerDue(parts, now);
  if (move === undefined) return false;
  let played: Committed;
  try {
    const judgement = judge(parts, move, now);
    if (judgement === 'waits') return false;
    played = 'sealed' in judgement ? await writer.write(judgement) : judgement;
  } catch (error) {
    // A bug in the rules: the move is not played, and those behind it are not kept waiting.
    writer.reportFailure(error);
    played = refused('internal');
  }
  settle(parts, move, played);
  return played.kind === 'done' || (played.kind === 'refused' && asked !== undefined);
}

/** When the next move is shown, or a wish or the clock must answer in a window. */
export function nextShownAt(parts: MatchParts): number | undefined {
  const move = parts.pending.nextMove;
  return move === undefined ? parts.writer.shown.dueAt : showAt(parts, move.turn);
}

/** What is to be written for a move now, or why it is not played, or that it waits for its time. */
function judge(parts: MatchParts, { turn, decision }: PendingMove, now: number): Draft | Committed | 'waits' {
  const { writer } = parts;
  if (writer.position.status !== 'running') return refused('match-over');
  if (writer.shown.questionOf(turn.seat) !== decision) return refused('stale-decision');
  const draft = writer.judge(turn);
  if ('reason' in draft) return judged(draft.reason);
  return mustWait(parts, { turn, draft, now }) ? 'waits' : draft;
}

/** Nothing is written after an unknown outcome: all moves are asked for again. */
function settle({ pending, writer }: MatchParts, move: PendingMove, played: Committed): void {
  if (played.kind === 'retry') return pending.dropMoves(RETRY);
  if (isBug(move.turn, played)) writer.reportFailure(new Error(`the fallback was refused: ${played.reason}`));
  pending.settle(move, played);
}

interface JudgedMove {
  readonly turn: Turn;
  readonly draft: Draft;
  readonly now: number;
}

/** What shows others anything waits for its time, but a window is opened, and answered, at once. */
function mustWait(parts: MatchParts, { turn, draft, now }: JudgedMove): boolean {
  if (draft.shown.window !== undefined || now >= showAt(parts, turn)) return false;
  return isHiding(parts) || isSeenByOthers(draft.flush, turn.seat);
}

/** Windows hide the outcome of one move: theirs is shown when that of the move would be. */
function showAt({ writer }: MatchParts, { at }: Turn): number {
  const delayMs = writer.position.created.table.reactDelaySeconds * 1000;
  return (writer.shown.window?.movedAt ?? at) + delayMs;
}

function isSeenByOthers({ public: isPublic, seats }: Flush, mover: number): boolean {
  return isPublic || [...seats.keys()].some((seat) => seat !== mover);
}

function addAnswerDue(parts: MatchParts, now: number): PendingMove | undefined {
  const { pending, writer } = parts;
  const turn = turnDue(parts, now);
  if (turn === undefined) return undefined;
  return pending.add({ waitsFor: 'its-time', turn, decision: writer.shown.questionOf(turn.seat), askers: [] });
}

/** What a wish or the clock plays now. */
function turnDue({ pending, writer }: MatchParts, now: number): Turn | undefined {
  const { engine, position, shown } = writer;
  if (position.pause) return undefined;
  if (shown.window !== undefined) return answerDue(engine, position, { shown, now });
  return clockAnswer(engine, position, { now, isAnswering: (seat) => pending.hasMoveOf(seat) });
}

/** A wish may have been withdrawn meanwhile, and time given back; nothing else speaks against a fallback. */
function isBug(turn: Turn, played: Committed): played is Extract<Committed, { kind: 'refused' }> {
  const isFallback = turn.kind === 'clock' || turn.by === 'wish';
  if (!isFallback || played.kind !== 'refused' || played.code !== 'illegal-move') return false;
  return played.reason !== 'not-wished' && played.reason !== 'time-left';
}
