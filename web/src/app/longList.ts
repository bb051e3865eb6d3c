/** A long list, of which the server sends a page at a time. */
import { useCallback, useEffect, useState } from 'react';
import { asError } from './asked.tsx';

interface OnePage<T> {
  readonly items: readonly T[];
  /** What the next page begins before; absent on the last one. */
  readonly next: string | undefined;
}

interface Pages<T> {
  /** Absent until the first page has come. */
  readonly items: readonly T[] | undefined;
  readonly error: Error | undefined;
  /** Asks for the next page, or once more after a failure; absent at the end of the list. */
  readonly more: (() => void) | undefined;
  /** Asks for the first page anew, which takes the place of all. */
  readonly again: () => void;
}

interface State<T> {
  /** What was asked, so that a late answer to another question is passed over. */
  readonly ask?: Ask<T>;
  readonly items?: readonly T[];
  readonly next?: string | undefined;
  readonly error?: Error;
}

type Ask<T> = (before: string | undefined) => Promise<OnePage<T>>;

/** `ask` must stay the same function as long as it asks for the same list. */
export function usePages<T>(ask: Ask<T>): Pages<T> {
  const [state, setState] = useState<State<T>>({});
  const { items, next, error } = state.ask === ask ? state : {};
  const load = useCallback(
    (from: string | undefined) => {
      const add = (page: OnePage<T>) =>
        setState((was) =>
          was.ask === ask && (from ?? was.next) === was.next // two presses ask for the same page
            ? { ask, ...page, items: [...((from && was.items) || []), ...page.items] }
            : was,
        );
      const fail = (thrown: unknown) => setState((was) => (was.ask === ask ? { ...was, error: asError(thrown) } : was));
      ask(from).then(add, fail);
    },
    [ask],
  );
  useEffect(() => {
    setState({ ask });
    load(undefined);
  }, [ask, load]);
  const more = useCallback(() => load(next), [load, next]);
  const again = useCallback(() => load(undefined), [load]);
  return { items, error, more: next !== undefined || error !== undefined ? more : undefined, again };
}
