/** What is told of a match beside its board: why it is not shown, and how it ended. */
import { RefusedError, UnreachableError } from '@flower-war/client';
import { seatName, type Words } from '@flower-war/words';
import { useTexts, useWords } from '../language.tsx';
import { Problem } from './Problem.tsx';
import type { Tell } from './source.ts';
import { ELEMENT_TEXTS } from './texts.ts';

interface FailedProps {
  readonly error: unknown;
  readonly retry?: (() => void) | undefined;
  readonly tell: Tell;
}

/** Trying again changes nothing: the address is wrong, or the match is private. */
const FINAL: ReadonlySet<string> = new Set(['no-such-match', 'forbidden', 'watching-off', 'kicked', 'bad-token']);

export const isFinal = (error: unknown): boolean => error instanceof RefusedError && FINAL.has(error.code);

export function Failed({ error, retry, tell }: FailedProps) {
  const words = useWords();
  const { unreachable } = useTexts(ELEMENT_TEXTS);
  const text = textOf(error, words, unreachable);
  return <Problem text={text} error={error} retry={isFinal(error) ? undefined : retry} tell={tell} />;
}

function textOf(error: unknown, words: Words, unreachable: string): string {
  if (error instanceof RefusedError) {
    const { code, message, reason } = error;
    return words.refusal({ code, message, ...(reason !== undefined && { reason }) });
  }
  return error instanceof UnreachableError || !(error instanceof Error) ? unreachable : error.message;
}

interface Ended {
  readonly game: string;
  readonly view: object;
  readonly result: { readonly result: string; readonly winners: Iterable<number> } | undefined;
}

/** How it ended, in a sentence. */
export function Ending({ game, view, result }: Ended) {
  const words = useWords();
  if (result === undefined) return null;
  const { table } = words.screen;
  const who = [...result.winners].map((seat) => seatName({ game, view }, seat, words)).join(table.and);
  return (
    <p className="notice" part="result">
      {table.results[result.result]?.(who) ?? result.result}.
    </p>
  );
}
