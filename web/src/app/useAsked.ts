/** What is asked of the server once, and asked again after a failure. */
import { useCallback, useEffect, useState } from 'react';

export interface Asked<T> {
  readonly value: T | undefined;
  readonly error: Error | undefined;
  readonly again: () => void;
}

/** `ask` must stay the same function as long as it asks for the same. */
export function useAsked<T>(ask: () => Promise<T>): Asked<T> {
  const [state, setState] = useState<Pick<Asked<T>, 'value' | 'error'>>({ value: undefined, error: undefined });
  const [times, setTimes] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another count asks once more.
  useEffect(() => {
    let isWanted = true;
    ask().then(
      (value) => isWanted && setState({ value, error: undefined }),
      (error) => isWanted && setState((before) => ({ ...before, error: asError(error) })),
    );
    return () => {
      isWanted = false;
    };
  }, [ask, times]);
  const again = useCallback(() => setTimes((before) => before + 1), []);
  return { ...state, again };
}

export const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));
