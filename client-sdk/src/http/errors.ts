import type { Code, Refusal } from '@flower-war/protocol';

interface HttpAnswer {
  readonly status?: number;
  readonly retryAfter?: number;
}

interface NoAnswer {
  readonly status?: number;
  readonly mayHaveCounted?: boolean;
  readonly cause?: unknown;
}

/** The server said no; `code` is stable, `message` is for people. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly code: Code;
  /** What exactly is wrong, for some codes. */
  readonly reason: string | undefined;
  /** The status of the answer over HTTP. */
  readonly status: number | undefined;
  /** After how many seconds the server may say yes, if it says so. */
  readonly retryAfter: number | undefined;

  constructor({ code, reason, message }: Refusal, { status, retryAfter }: HttpAnswer = {}) {
    super(reason === undefined ? message : `${message} (${reason})`);
    this.code = code;
    this.reason = reason;
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** The server did not answer, or its answer is not of the protocol. Trying again may help. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
  /** The status of the answer over HTTP, if there was one. */
  readonly status: number | undefined;
  /** Whether the call may have counted nevertheless: look before you make it again, or it may count twice. */
  readonly mayHaveCounted: boolean;

  constructor(message: string, { status, mayHaveCounted = false, cause }: NoAnswer = {}) {
    super(message, { cause });
    this.status = status;
    this.mayHaveCounted = mayHaveCounted;
  }
}
