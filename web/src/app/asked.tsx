/** What comes over the network: values, what a button does, parts of the page; and what is shown until they come, or when they fail. */
import { RefusedError, UnreachableError } from '@flower-war/client';
import { PAGES } from '@flower-war/protocol/pages';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLanguage } from './language.tsx';
import { Link, onward, Way } from './navigation.tsx';

export interface Loading<T> {
  readonly value: T | undefined;
  readonly error: Error | undefined;
  readonly again: () => void;
}

/**
 * `ask` must stay the same function as long as it asks for the same. Of several answers to the same question a late one still counts, until a
 * newer one has come: on a slow line each would come after the next question.
 */
export function useAsked<T>(ask: () => Promise<T>): Loading<T> {
  const [state, setState] = useState<Pick<Loading<T>, 'value' | 'error'>>({ value: undefined, error: undefined });
  const [times, setTimes] = useState(0);
  const newest = useRef({ ask, times });
  useEffect(() => {
    if (newest.current.ask !== ask) newest.current = { ask, times };
    const show = (now: Parameters<typeof setState>[0]) => {
      if (newest.current.ask !== ask || newest.current.times > times) return;
      newest.current.times = times;
      setState(now);
    };
    ask().then(
      (value) => show({ value, error: undefined }),
      (error) => show((before) => ({ ...before, error: asError(error) })),
    );
  }, [ask, times]);
  const again = useCallback(() => setTimes((before) => before + 1), []);
  return { ...state, again };
}

export const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));

// What a button asks of the server: one thing at a time. What came of it stays in sight until the next try.

interface Deed {
  readonly isBusy: boolean;
  readonly isDone: boolean;
  readonly error: Error | undefined;
  /** What is done may lead on to another page. */
  readonly run: (doing: (go: (href: string) => void) => Promise<unknown>) => void;
}

/** Asks again and again, as long as the part is shown. */
export function useEvery(again: () => void, everyMs: number): void {
  useEffect(() => {
    const timer = setInterval(again, everyMs);
    return () => clearInterval(timer);
  }, [again, everyMs]);
}

/** Asks by itself once the network is back. */
export function useOnline(again: (() => void) | undefined): void {
  useEffect(() => {
    if (again === undefined) return undefined;
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [again]);
}

export function useDeed(): Deed {
  const [state, setState] = useState<'idle' | 'busy' | 'done' | Error>('idle');
  const isRunning = useRef(false); // a second press may come before the page is drawn anew
  const run = useCallback<Deed['run']>((doing) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setState('busy');
    const end = (now: 'done' | Error) => {
      isRunning.current = false;
      setState(now);
    };
    doing(onward()).then(
      () => end('done'),
      (thrown) => end(asError(thrown)),
    );
  }, []);
  const error = state instanceof Error ? state : undefined;
  return { isBusy: state === 'busy', isDone: state === 'done', error, run };
}

// What stands in place of what was asked.

interface ComingProps {
  readonly of: Pick<Loading<unknown>, 'error'> & Partial<Loading<unknown>>;
  /** It is all of the page, which is called so; nothing if a header says it. */
  readonly whole?: { readonly title?: string };
}

/** The wait for a value that has not come, or what went wrong. */
export function Coming({ of: { error, again }, whole }: ComingProps) {
  const { texts } = useLanguage();
  if (error === undefined) return <p className="wait">{texts.loading}</p>;
  if (whole === undefined) return <Problem error={error} retry={again} />;
  return (
    <main className="page">
      {whole.title !== undefined && <h1>{whole.title}</h1>}
      <Problem error={error} retry={again} />
    </main>
  );
}

/** Trying again changes nothing: the address is wrong, or of others. */
const FINAL: ReadonlySet<string> = new Set(['no-such-match', 'no-such-player', 'no-such-tournament', 'forbidden']);

/** What went wrong, in the language of the person, and what to do. */
export function Problem({ error, retry }: { readonly error: Error; readonly retry?: (() => void) | undefined }) {
  const { words, texts } = useLanguage();
  useOnline(error instanceof RefusedError ? undefined : retry);
  const isFinal = retry !== undefined && error instanceof RefusedError && FINAL.has(error.code);
  return (
    <div role="alert" className="problem">
      <p>{textOf(error)}</p>
      {error instanceof RefusedError && error.penalty !== undefined && <Link to={PAGES.me}>{texts.why}</Link>}
      {isFinal ? (
        <Way to={PAGES.home} text={texts.home} />
      ) : (
        retry && (
          <button type="button" onClick={retry}>
            {texts.retry}
          </button>
        )
      )}
    </div>
  );

  function textOf(problem: Error): string {
    // A part of the page that does not come is a `TypeError`, in the words of the browser.
    if (problem instanceof UnreachableError && problem.mayHaveCounted && !retry) return texts.uncertain;
    if (problem instanceof UnreachableError || problem instanceof TypeError) return texts.unreachable;
    if (!(problem instanceof RefusedError)) return problem.message;
    const { code, message, reason } = problem;
    return words.refusal({ code, message, ...(reason !== undefined && { reason }) });
  }
}
