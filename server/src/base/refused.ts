/** Why a request is refused: a code for the caller, and perhaps a detail. */
import type { Code } from '@flower-war/protocol';

/** A refusal for the caller. Use cases and routes throw it. */
export class Refused extends Error {
  readonly code: Code;
  readonly reason: string | undefined;
  /** A sentence for people, after the one that the code has. */
  readonly detail: string | undefined;

  constructor(code: Code, reason?: string, detail?: string) {
    super(code);
    this.code = code;
    this.reason = reason;
    this.detail = detail;
  }
}

/** A refusal that passes by itself after this many seconds. */
export class RefusedFor extends Refused {
  readonly seconds: number;

  constructor(code: Code, seconds: number, reason?: string) {
    super(code, reason);
    this.seconds = Math.max(1, Math.ceil(seconds));
  }
}

// The outcome of a request to a match or a temple.

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
