/** Checks a player's action: whether it is a repeat, whether it is allowed now, and which entry it asks for. */

import { MOST_REQUESTS, type Position } from '@flower-war/protocol';
import { type Committed, REPEATED, refused } from '../base/outcome.ts';
import type { Body } from './entries/body.ts';
import { isReply } from './entries/entryKinds.ts';
import { decisionOf, type MatchParts } from './matchParts.ts';
import type { AskedFor } from './pendingList.ts';
import { LATER, type Later } from './queue.ts';
import type { AskedAction } from './record/acceptedActions.ts';
import { mustUseTemple } from './temples.ts';

/** The answer to a repeated action, or to one before the start or after the end. Undefined for any other. */
export function answeredAnyway(
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
export function refusalOf(parts: MatchParts, { body, decision }: AskedAction): Committed | undefined {
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
export function bodyOf({ body }: AskedAction, { offer }: Position): Body | undefined {
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
