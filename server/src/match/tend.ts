/** What a match does by itself as time passes. It knows no timer: the time comes in. */
import type { Committed } from '../base/outcome.ts';
import { giveUpOn } from './attendance.ts';
import { fillAt, isStartDue } from './due/filling.ts';
import { least, nextDeadline } from './due/timeouts.ts';
import type { Body } from './entries/body.ts';
import { type MatchParts, openlyAwaited } from './matchParts.ts';
import { sayNext } from './otherRequests.ts';
import { nextShownAt, playNext } from './playMoves.ts';
import { tendTemples } from './temples.ts';

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
  return least([fillAt(position), position.pause ? undefined : nextShownAt(parts), deadline, patience?.at]);
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
