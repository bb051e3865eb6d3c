import type { Code, Refusal } from '@flower-war/protocol';

interface HttpAnswer {
  readonly status?: number;
  readonly retryAfter?: number;
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

  constructor(message: string, { status, cause }: { readonly status?: number; readonly cause?: unknown } = {}) {
    super(message, { cause });
    this.status = status;
  }
}
