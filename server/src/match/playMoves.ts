/**
 * Plays pending moves one after the other, each when all moves before it are played and its own time has come. Where a
 * table shows outcomes late, that time is some seconds after the move was made. Elsewhere it is at once.
 */

import { habitAnswer } from '@flower-war/protocol';
import { type Committed, RETRY, refused } from '../base/outcome.ts';
import { clockAnswer } from './due/timeouts.ts';
import type { Turn } from './entries/body.ts';
import { isHiding, type MatchParts } from './matchParts.ts';
import type { PendingMove } from './pendingList.ts';
import { type Draft, judged } from './record/draft.ts';
import { answerDue } from './shown/hiddenWindow.ts';
import type { Flush } from './shown/viewerProgress.ts';

/** Plays the next move. If none is pending, a wish, a habit or the clock may answer. Returns whether to look for another. */
export function playNext(parts: MatchParts, now: number): false | Promise<boolean> {
  const asked = parts.pending.nextMove;
  const move = asked ?? addAnswerDue(parts, now);
  return move !== undefined && playOne(parts, move, { now, isAsked: asked !== undefined });
}

async function playOne(
  parts: MatchParts,
  move: PendingMove,
  { now, isAsked }: { readonly now: number; readonly isAsked: boolean },
): Promise<boolean> {
  const { writer } = parts;
  let played: Committed;
  try {
    const judgement = judge(parts, move, now);
    if (judgement === 'waits') return false;
    if (isByHabit(move.turn)) await settleShown(parts);
    played = 'sealed' in judgement ? await writer.write(judgement) : judgement;
  } catch (error) {
    // A bug in the rules: the move is refused, so that it does not block the moves behind it.
    writer.reportFailure(error);
    played = refused('internal');
  }
  settle(parts, move, played);
  return played.kind === 'done' || (played.kind === 'refused' && isAsked);
}

const isByHabit = (turn: Turn): boolean => turn.kind === 'move' && turn.by === 'habit';

/**
 * Before a habit goes on, the player whose move was shown has the answer: the habit may open a window, and an answer that came only then
 * would reveal it. Other matches have their turn, too.
 */
async function settleShown({ pending, writer }: MatchParts): Promise<void> {
  pending.answerShown(writer.accepted);
  await new Promise((resolve) => setImmediate(resolve));
}

/** When the next move will be shown, a habit must answer, or a wish or the clock in a window. */
export function nextShownAt(parts: MatchParts): number | undefined {
  const { pending, writer } = parts;
  const move = pending.nextMove;
  if (move !== undefined) return showAt(parts, move.turn);
  return habitAnswer(writer.engine, writer.position) === undefined ? writer.shown.dueAt : writer.lastAt;
}

/** Judges a move: the draft to write now, or why it is refused, or `waits`. */
function judge(parts: MatchParts, { turn, decision }: PendingMove, now: number): Draft | Committed | 'waits' {
  const { writer } = parts;
  if (writer.position.status !== 'running') return refused('match-over');
  if (writer.shown.questionOf(turn.seat) !== decision) return refused('stale-decision');
  const draft = writer.judge(turn);
  if ('reason' in draft) return judged(draft.reason);
  return mustWait(parts, { turn, draft, now }) ? 'waits' : draft;
}

/** Settles a played move. After an unknown outcome all moves are answered with `retry`. */
function settle({ pending, writer }: MatchParts, move: PendingMove, played: Committed): void {
  if (played.kind === 'retry') return pending.dropMoves(RETRY);
  if (isBug(move.turn, played)) writer.reportFailure(new Error(`an answer of the match was refused: ${played.reason}`));
  pending.settle(move, played);
}

interface JudgedMove {
  readonly turn: Turn;
  readonly draft: Draft;
  readonly now: number;
}

/** A move waits for its time, unless a window is open after it or no other viewer sees it. */
function mustWait(parts: MatchParts, { turn, draft, now }: JudgedMove): boolean {
  if (draft.shown.window !== undefined || now >= showAt(parts, turn)) return false;
  return isHiding(parts) || isSeenByOthers(draft.flush, turn.seat);
}

/** When a move may be shown. A window shows its outcome at the time of the move that opened it. */
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

/** The move that a wish, a habit or the clock plays now. */
function turnDue({ pending, writer }: MatchParts, now: number): Turn | undefined {
  const { engine, position, shown } = writer;
  if (position.pause) return undefined;
  if (shown.window !== undefined) return answerDue(engine, position, { shown, now });
  const answer = habitAnswer(engine, position);
  if (answer !== undefined) return { kind: 'move', at: now, by: 'habit', ...answer };
  return clockAnswer(engine, position, { now, isAnswering: (seat) => pending.hasMoveOf(seat) });
}

const HARMLESS = ['not-wished', 'not-a-habit', 'not-the-habit', 'time-left'];

/** An answer may be refused because its wish or habit was withdrawn, or time was given back. Any other refusal is a bug. */
function isBug(turn: Turn, played: Committed): played is Extract<Committed, { kind: 'refused' }> {
  const isByItself = turn.kind === 'clock' || turn.by === 'wish' || turn.by === 'habit';
  if (!isByItself || played.kind !== 'refused' || played.code !== 'illegal-move') return false;
  return played.reason === undefined || !HARMLESS.includes(played.reason);
}
