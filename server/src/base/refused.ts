/** Why a request is refused: a code for the caller, and perhaps a detail. */
import type { Code } from '@flower-war/protocol';

/** A refusal for the caller. Use cases and routes throw it. */
export class Refused extends Error {
  readonly code: Code;
  readonly reason: string | undefined;

  constructor(code: Code, reason?: string) {
    super(code);
    this.code = code;
    this.reason = reason;
  }
}
