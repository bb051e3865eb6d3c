/**
 * The way of a player's action: through the queue onto the pending list, or straight into the record. The answer comes
 * back when the player has been shown the outcome.
 */
import type { Answer } from '@flower-war/protocol';
import { type Committed, refused } from '../base/outcome.ts';
import { answeredAnyway, bodyOf, refusalOf } from './actionChecks.ts';
import type { Body, Turn } from './entries/body.ts';
import { whatIsAsked } from './entries/entryKinds.ts';
import { isStoodInFor, type MatchParts } from './matchParts.ts';
import { mustWait, say } from './otherRequests.ts';
import type { AskedFor } from './pendingList.ts';
import { LATER, type Later } from './queue.ts';
import { type AskedAction, keyOf } from './record/acceptedActions.ts';
import { answerTo } from './record/draft.ts';
import { tend } from './tend.ts';

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
  if (mustWait(parts, body)) return pending.addWord(asked, body) ? LATER : refused('cannot-agree', 'too-often');
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
