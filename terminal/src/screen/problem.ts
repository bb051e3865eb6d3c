/** Errors that the person at the terminal can mend. They are shown without a stack trace. */
import { RefusedError, UnreachableError } from '@flower-war/client';

export class Problem extends Error {
  override readonly name = 'Problem';
}

/** The words for an error that is no bug of this program; nothing for a bug. */
export function explain(error: unknown): string | undefined {
  if (error instanceof UnreachableError)
    return `${error.message}\nStart it with npm start, or name another one with --url.`;
  return error instanceof Problem || error instanceof RefusedError ? error.message : undefined;
}
