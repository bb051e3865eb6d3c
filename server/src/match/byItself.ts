/** What a match does by itself as time passes. It knows no timer: the time comes in. */
import { concernsTurnSeat, habitAnswer } from '@flower-war/protocol';
import { type Committed, RETRY, refused } from '../base/refused.ts';
import { giveUpOn, isHiding, isMovePending, isShownLate, type MatchParts, openlyAwaited } from './matchParts.ts';
import { templeDueIn, templeFor } from './beadReports.ts';
import { clockAnswer, fillAt, isStartDue, least, nextDeadline } from './record/timeouts.ts';
import type { Body, Turn } from './record/entryKinds.ts';
import type { PendingMove, PendingWord } from './pendingList.ts';
import { type Draft, judged, judgedWord, type Writer } from './record/writer.ts';
import { answerDue } from './record/hiddenWindow.ts';
import type { Flush } from './record/viewerProgress.ts';

/**
 * When the match must be tended although no client asks: a move is to be shown, a wish or the clock must answer, its start or
 * its end could not be written, or it is not known whether an entry was: the time until then is given back.
 */
export function dueAt(parts: MatchParts): number | undefined {
  const { attendance, pending, writer } = parts;
  const { position } = writer;
  if (writer.isInDoubt || writer.isEndDue || isStartDue(position)) return writer.lastAt;
  const patience = attendance.patienceEndsAt(position, openlyAwaited(parts));
  const deadline = nextDeadline(position, (seat) => pending.hasMoveOf(seat));
  return least([
    fillAt(position, attendance.outages),
    position.pause ? undefined : nextShownAt(parts),
    deadline,
    patience?.at,
  ]);
}

/**
 * Does all that is due, one entry after the other, and begins again from the top after each: moves and windows, temple
 * reports, the words that waited for both, the end of a pause, giving up on a player.
 */
export async function tend(parts: MatchParts, at: number): Promise<void> {
  for (let n = 0; n < DUTIES.length; ) {
    const done = DUTIES[n]?.(parts, at) ?? false;
    n = done !== false && (await done) ? 0 : n + 1;
  }
}

/** In this order. Each returns whether it wrote an entry, and a promise only if it writes: after most entries nothing is due. */
const DUTIES: readonly ((parts: MatchParts, at: number) => false | Promise<boolean>)[] = [
  playNext,
  tendTemples,
  sayNext,
  endPause,
  giveUp,
];

/** Writes an entry, then does all that has become due. */
export async function commitAndTend(parts: MatchParts, body: Body): Promise<Committed> {
  const committed = await parts.writer.commit(body);
  if (committed.kind === 'done') await tend(parts, body.at);
  return committed;
}

function endPause({ writer }: MatchParts, at: number): false | Promise<boolean> {
  const { pause } = writer.position;
  if (!pause || pause.until > at) return false;
  return isDone(writer.commit({ kind: 'agreement', at, seat: pause.by, what: 'pause', is: 'over' }));
}

function giveUp(parts: MatchParts, at: number): false | Promise<boolean> {
  const { attendance, tools, writer } = parts;
  const tried = attendance.patienceEndsAt(writer.position, openlyAwaited(parts));
  if (tried === undefined || tried.at > at) return false;
  return isDone(writer.commit(giveUpOn(writer.position, tried.seat, { at, bot: tools.usualBot })));
}

async function isDone(commit: Promise<Committed>): Promise<boolean> {
  return (await commit).kind === 'done';
}

// Plays pending moves one after the other, each when all moves before it are played and its own time has come. Where a table shows outcomes
// late, that time is some seconds after the move was made. Elsewhere it is at once.

/** Plays the next move. If none is pending, a wish, a habit or the clock may answer. Returns whether to look for another. */
function playNext(parts: MatchParts, now: number): false | Promise<boolean> {
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
function nextShownAt(parts: MatchParts): number | undefined {
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

// Writes words, which are all requests that are not moves: at once, or when no move is pending any more.

/**
 * Whether a word must wait, because it would reveal a hidden window. Where outcomes are shown late, almost all words
 * wait for a pending move. Elsewhere only temple words about the seat to move wait: other waits would reveal a window.
 */
export function mustSayLater(parts: MatchParts, body: Body): boolean {
  if (isAboutOneSeat(body) || !isMovePending(parts)) return false;
  if (isShownLate(parts)) return true;
  const { engine, position } = parts.writer;
  return body.kind === 'temple' && concernsTurnSeat(engine, position, body) && !isRefusedAnyway(parts, body);
}

/** Writes a word now. */
export async function say(writer: Writer, body: Body): Promise<Committed> {
  const closed = whyClosed(writer, body);
  if (closed !== undefined) return closed;
  const said = await writer.commit(body);
  return said.kind === 'refused' ? judgedWord(body, said.reason ?? said.code) : said;
}

/** Why a word would be refused now. A word that only has to wait is not refused. Writes nothing. */
export function refusalOfWord(writer: Writer, body: Body): Committed | undefined {
  const closed = whyClosed(writer, body);
  if (closed !== undefined) return closed;
  const draft = writer.judge(body);
  return 'reason' in draft && draft.reason !== 'window-open' ? judgedWord(body, draft.reason) : undefined;
}

function whyClosed({ position: { status }, isForMovesAlone }: Writer, body: Body): Committed | undefined {
  if (status === 'over' || status === 'ended') return refused('match-over');
  const isBinding = body.kind === 'temple' && body.what === 'bound';
  return isBinding && isForMovesAlone ? refused('no-temple-here', 'too-long') : undefined;
}

/** Writes the word that has waited longest, if no move is pending. Returns whether there was one. */
function sayNext(parts: MatchParts): false | Promise<boolean> {
  const word = isMovePending(parts) ? undefined : parts.pending.nextWord;
  return word !== undefined && sayWaiting(parts, word);
}

async function sayWaiting({ pending, writer }: MatchParts, word: PendingWord): Promise<true> {
  // A throw is a bug: the word is refused, so that it does not block the words behind it.
  const said = await say(writer, word.body).catch((error: unknown) => {
    writer.reportFailure(error);
    return refused('internal');
  });
  pending.settle(word, said);
  return true;
}

/** Words that never reveal a window: what a player wants to be asked, and a player's return. */
function isAboutOneSeat(body: Body): boolean {
  return body.kind === 'asks' || body.kind === 'habits' || (body.kind === 'absence' && body.what === 'returned');
}

function isRefusedAnyway({ writer }: MatchParts, body: Body): boolean {
  const draft = writer.judge(body);
  return 'reason' in draft && draft.reason !== 'window-open';
}

// What temples do in a match by themselves: they report beads, and beads become offerings.

/** Writes the next temple report or the offering that is due. Returns whether it wrote an entry. */
function tendTemples(parts: MatchParts, at: number): false | Promise<boolean> {
  const isWithout = parts.writer.position.temples.all.size === 0 && parts.reports.isEmpty;
  return !isWithout && !(isMovePending(parts) && isShownLate(parts)) && writeDue(parts, at);
}

async function writeDue(parts: MatchParts, at: number): Promise<boolean> {
  const { reports, writer } = parts;
  try {
    const body = nextReport(parts, at) ?? nextOffering(parts, at);
    if (body === undefined) return false;
    const { kind } = await writer.commit(body);
    if (kind === 'refused') reports.clear();
    return kind === 'done';
  } catch (error) {
    reports.clear();
    writer.reportFailure(error);
    return false;
  }
}

/** Whether a move must be paid in the temple: tapping would pay twice. Not once the record is too full for beads. */
export function mustUseTemple({ writer, tools }: MatchParts, turn: { seat: number; move: string }): boolean {
  if (writer.isForMovesAlone) return false;
  const temple = templeFor(writer.engine, writer.position, turn);
  return temple !== undefined && tools.isTempleFresh?.(temple) === true;
}

/** The next report. Beads wait while counting them would reveal a hidden window, and for the binding of their temple. */
function nextReport(parts: MatchParts, at: number): Body | undefined {
  const { pending, reports, writer } = parts;
  if (writer.isForMovesAlone) return undefined;
  const { engine, position } = writer;
  const sensed = { kind: 'temple', at, what: 'sensed', epoch: 1, war: 0, rain: 0 } as const;
  const mayCount = (temple: string) =>
    !pending.isBinding(temple) && (!isMovePending(parts) || !concernsTurnSeat(engine, position, { ...sensed, temple }));
  return reports.next(position, at, mayCount);
}

function nextOffering(parts: MatchParts, at: number): Body | undefined {
  const { engine, position } = parts.writer;
  return isMovePending(parts) ? undefined : templeDueIn(engine, position, at);
}
