/**
 * The way of a player's action: through the queue onto the pending list, or straight into the record. The answer comes
 * back when the player has been shown the outcome.
 */
import { type Answer, MOST_REQUESTS, type Position } from '@flower-war/protocol';
import { type Committed, REPEATED, refused } from '../base/refused.ts';
import { type Body, isReply, type Turn, whatIsAsked } from './entries/entryKinds.ts';
import { decisionOf, isStoodInFor, type MatchParts } from './matchParts.ts';
import { type AskedFor, LATER, type Later } from './pendingList.ts';
import { type AskedAction, keyOf } from './record/acceptedActions.ts';
import { answerTo } from './record/writer.ts';
import { mustSayLater, mustUseTemple, say, tend } from './tend.ts';

/** A player asks for an action. A repeat gets the same answer as the action it repeats. */
export function ask(parts: MatchParts, action: AskedAction): Promise<Answer> {
  const { queue, writer } = parts;
  if (queue.isSwamped) return Promise.resolve(answerTo(refused('too-many')));
  const key = keyOf(action);
  const answered = queue.run(async (asker) => {
    const asked = { key, what: whatIsAsked(action.body), askers: [asker] };
    const known = answeredAnyway(parts, action, asked);
    if (known !== undefined) return known;
    if (action.body.kind === 'move') await showLife(parts, action.body);
    const no = refusalOf(parts, action);
    if (no !== undefined) return no;
    const body = bodyOf(action, writer.position);
    if (body === undefined) return refused('cannot-agree', 'no-offer');
    if (body.kind !== 'move') return sayInTurn(parts, body, asked);
    return play(parts, body, asked);
  });
  return answered.then((outcome) => answerTo(outcome, writer.accepted.find(key)?.step));
}

/** Puts a move on the pending list, and plays it if it need not wait. */
export async function play(parts: MatchParts, turn: Turn, asked: AskedFor): Promise<Later> {
  const { pending, writer } = parts;
  pending.add({ ...asked, waitsFor: 'its-time', turn, decision: writer.shown.questionOf(turn.seat) });
  await tend(parts, turn.at);
  return LATER;
}

/** Writes a word: now, or when no move is pending any more. */
export async function sayInTurn(parts: MatchParts, body: Body, asked: AskedFor): Promise<Committed | Later> {
  const { pending, writer } = parts;
  if (mustSayLater(parts, body)) return pending.addWord(asked, body) ? LATER : refused('cannot-agree', 'too-often');
  const said = await say(writer, body);
  if (said.kind !== 'done') return said;
  pending.accept(asked);
  await tend(parts, body.at);
  return asked.key === undefined ? said : LATER;
}

/** An answer, also one that comes too late, shows that the player is there. A bot gives the seat back. */
async function showLife(parts: MatchParts, { at, seat }: Turn): Promise<void> {
  const { attendance, writer } = parts;
  attendance.forgive(seat, writer.position.clocks[seat]?.missed ?? 0);
  if (isStoodInFor(parts, seat)) await writer.commit({ kind: 'absence', at, seat, what: 'returned' });
}

// Checks a player's action: whether it is a repeat, whether it is allowed now, and which entry it asks for.

/** The answer to a repeated action, or to one before the start or after the end. Undefined for any other. */
function answeredAnyway(
  { pending, writer }: MatchParts,
  action: AskedAction,
  asked: Required<AskedFor>,
): Committed | Later | undefined {
  const accepted = writer.accepted.find(asked.key);
  const known = accepted?.what ?? pending.whatOf(asked.key);
  if (known === undefined) return outOfTime(writer.position, action);
  const isRepeat = accepted === undefined ? known === asked.what : writer.accepted.isRepeat(action);
  if (!isRepeat) return refused('id-reused');
  if (accepted?.step !== undefined) return REPEATED;
  return pending.repeat(asked) ? LATER : refused('too-many');
}

/** Why an action is refused now, apart from the reasons of the rules and the record. */
function refusalOf(parts: MatchParts, { body, decision }: AskedAction): Committed | undefined {
  const { pending, writer } = parts;
  if (body.kind === 'move') {
    if (writer.position.pause) return refused('paused');
    if (decisionOf(parts, body.seat) !== decision) return refused('stale-decision');
    return mustUseTemple(parts, body) ? refused('use-your-temple') : undefined;
  }
  if (body.kind === 'absence') {
    const hasLeft = body.what === 'resigned' && pending.isResigning(body.seat);
    return hasLeft ? refused('illegal-move', 'has-left') : undefined;
  }
  return isReply(body) ? undefined : tooOften(parts, body.seat);
}

/** The entry that an action asks for. Undefined for a reply without an open offer. */
function bodyOf({ body }: AskedAction, { offer }: Position): Body | undefined {
  if (!isReply(body)) return body;
  const { kind, at, seat, is, id } = body;
  return offer && { kind, at, seat, what: offer.what, is, id };
}

function outOfTime({ status }: Position, { body }: AskedAction): Committed | undefined {
  if (status === 'running') return undefined;
  if (status !== 'open') return refused('match-over');
  return body.kind === 'temple' ? undefined : refused('not-started');
}

/** The rules do not bound words, so this limit keeps one player from filling the disk and the other screens. */
function tooOften({ pending, writer }: MatchParts, seat: number): Committed | undefined {
  const words = writer.accepted.wordsOf(seat) + pending.countOf(seat);
  return words < MOST_REQUESTS && !writer.isForMovesAlone ? undefined : refused('cannot-agree', 'too-often');
}
