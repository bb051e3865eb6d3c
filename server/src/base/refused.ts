/** Why a request is refused: the code that the caller reads, and perhaps what is wrong. */
import type { Code } from '@flower-war/protocol';

/** A refusal on its way to the caller: the one thing that use cases and routes throw. */
export class Refused extends Error {
  readonly code: Code;
  readonly reason: string | undefined;

  constructor(code: Code, reason?: string) {
    super(code);
    this.code = code;
    this.reason = reason;
  }
}
