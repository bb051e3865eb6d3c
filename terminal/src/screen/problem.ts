/** Errors that the person at the terminal can mend. They are shown without a stack trace. */
import { RefusedError, UnreachableError } from '@flower-war/client';
import { english, type Screen, type Words } from '@flower-war/words';

type Telling = (problems: Screen['problems']) => string;

/** It holds no sentence but the way to one, so that the person reads it in their language. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly tell: Telling;

  constructor(tell: Telling) {
    super(tell(english.screen.problems));
    this.tell = tell;
  }
}

/** The words for an error that is not a bug of this program; nothing for a bug. */
export function explain(error: unknown, words: Words): string | undefined {
  const { problems } = words.screen;
  if (error instanceof UnreachableError) return problems.unreachable(error.message);
  if (error instanceof Problem) return error.tell(problems);
  return error instanceof RefusedError ? refusalWords(error, words) : undefined;
}

/** What the server refused, in the language of the person. */
export function refusalWords({ code, message, reason }: RefusedError, words: Words): string {
  return words.refusal({ code, message, ...(reason !== undefined && { reason }) });
}
