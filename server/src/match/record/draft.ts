/** An entry on its way into the record. */
import type { Answer, Code, Entry, Position } from '@flower-war/protocol';
import { refusal } from '@flower-war/protocol';
import type { Flush, ViewerProgress } from '../shown/viewerProgress.ts';
import type { Writing } from './recordEnd.ts';

/** What is asked to be written: the rest follows from the record. */
export type Body = DistributiveOmit<Exclude<Entry, { kind: 'ended' | 'created' }>, 'seq' | 'check'>;
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** A move, by whomever. */
export type Turn = Extract<Body, { kind: 'move' | 'clock' }>;

/** An entry that is judged and applied, but not yet real. */
export interface Draft extends Writing {
  readonly entry: Entry;
  readonly position: Position;
  readonly shown: ViewerProgress;
  readonly flush: Flush;
}

export type Committed =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly code: Code; readonly reason?: string }
  | { readonly kind: 'retry' };

export const DONE: Committed = { kind: 'done' };
export const RETRY: Committed = { kind: 'retry' };

export function refused(code: Code, reason?: string): Committed {
  return { kind: 'refused', code, ...(reason !== undefined && { reason }) };
}

/** What somebody is told whose action was not accepted. */
export function answerTo(outcome: Exclude<Committed, { kind: 'done' }>): Answer {
  return outcome.kind === 'retry' ? outcome : { kind: 'rejected', ...refusal(outcome.code, outcome.reason) };
}

/** The same for something said: an agreement, beads, a temple that comes or goes. */
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
