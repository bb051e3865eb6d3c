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

/** A refusal that passes by itself after so many seconds. */
export class RefusedFor extends Refused {
  readonly seconds: number;

  constructor(code: Code, seconds: number, reason?: string) {
    super(code, reason);
    this.seconds = Math.max(1, Math.ceil(seconds));
  }
}
