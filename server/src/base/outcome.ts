/** The outcome of a request to a match or a temple. */
import type { Code } from '@flower-war/protocol';

/** `repeated`: the same request was done before. */
export type Committed =
  | { readonly kind: 'done'; readonly repeated?: true }
  | { readonly kind: 'refused'; readonly code: Code; readonly reason?: string }
  | { readonly kind: 'retry' };

export const DONE: Committed = { kind: 'done' };
export const REPEATED: Committed = { kind: 'done', repeated: true };
export const RETRY: Committed = { kind: 'retry' };

export function refused(code: Code, reason?: string): Committed {
  return reason === undefined ? { kind: 'refused', code } : { kind: 'refused', code, reason };
}
