/** An entry on its way into the record. */
import { type Answer, type Entry, type Position, refusal } from '@flower-war/protocol';
import { type Committed, refused } from '../../base/outcome.ts';
import type { Body } from '../entries/body.ts';
import type { Flush, ViewerProgress } from '../shown/viewerProgress.ts';
import type { Writing } from './recordEnd.ts';

/** An entry that is judged and applied, but not yet real. */
export interface Draft extends Writing {
  readonly entry: Entry;
  readonly position: Position;
  readonly shown: ViewerProgress;
  readonly flush: Flush;
}

/** What a player is told who asked for it, and was shown it with this step. */
export function answerTo(outcome: Committed, step?: number): Answer {
  if (outcome.kind === 'refused') return { kind: 'rejected', ...refusal(outcome.code, outcome.reason) };
  if (outcome.kind === 'retry' || step === undefined) return { kind: 'retry' };
  return outcome.repeated ? { kind: 'accepted', step, repeated: true } : { kind: 'accepted', step };
}

/** What the record says against something said: an agreement, beads, a temple that comes or goes. */
export function judgedWord({ kind, ...body }: Body, reason: string): Committed {
  if (kind === 'agreement') return refused('cannot-agree', reason);
  if (kind !== 'temple') return judged(reason);
  const isAboutBeads = 'what' in body && body.what !== 'bound' && body.what !== 'unbound';
  return refused(isAboutBeads ? 'beads-refused' : 'no-temple-here', reason);
}

/** What the rules or the record say against a move. */
export function judged(reason: string): Committed {
  return reason === 'bad-notation' ? refused('bad-notation') : refused('illegal-move', reason);
}
