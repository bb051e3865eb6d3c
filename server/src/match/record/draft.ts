/** Entries on their way into the record, and the answers to their askers. */
import { type Answer, type Entry, type Position, refusal } from '@flower-war/protocol';
import { type Committed, refused } from '../../base/outcome.ts';
import type { Body } from '../entries/body.ts';
import type { Flush, ViewerProgress } from '../shown/viewerProgress.ts';
import type { Writing } from './recordEnd.ts';

/** An entry that is judged and applied, but not yet written. */
export interface Draft extends Writing {
  readonly entry: Entry;
  readonly position: Position;
  readonly shown: ViewerProgress;
  readonly flush: Flush;
}

/** The answer to the player who asked. `step` is the player's step that showed the outcome. */
export function answerTo(outcome: Committed, step?: number): Answer {
  if (outcome.kind === 'refused') return { kind: 'rejected', ...refusal(outcome.code, outcome.reason) };
  if (outcome.kind === 'retry' || step === undefined) return { kind: 'retry' };
  return outcome.repeated ? { kind: 'accepted', step, repeated: true } : { kind: 'accepted', step };
}

/** The refusal of a word by the record: an agreement, beads, binding or unbinding a temple. */
export function judgedWord({ kind, ...body }: Body, reason: string): Committed {
  if (kind === 'agreement') return refused('cannot-agree', reason);
  if (kind !== 'temple') return judged(reason);
  const isAboutBeads = 'what' in body && body.what !== 'bound' && body.what !== 'unbound';
  return refused(isAboutBeads ? 'beads-refused' : 'no-temple-here', reason);
}

/** The refusal of a move by the rules or the record. */
export function judged(reason: string): Committed {
  return reason === 'bad-notation' ? refused('bad-notation') : refused('illegal-move', reason);
}
