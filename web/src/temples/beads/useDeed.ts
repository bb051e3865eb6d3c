/** Something that the person wants done: it runs once at a time, and what came of it stays in sight until the next try. */
import { useCallback, useState } from 'react';
import { asError } from '../../app/useAsked.ts';

export interface Deed {
  readonly isBusy: boolean;
  readonly isDone: boolean;
  readonly error: Error | undefined;
  readonly run: (doing: () => Promise<unknown>) => void;
}

type State = 'idle' | 'busy' | 'done' | Error;

export function useDeed(): Deed {
  const [state, setState] = useState<State>('idle');
  const run = useCallback((doing: () => Promise<unknown>) => {
    setState('busy');
    doing().then(
      () => setState('done'),
      (thrown) => setState(asError(thrown)),
    );
  }, []);
  const error = state instanceof Error ? state : undefined;
  return { isBusy: state === 'busy', isDone: state === 'done', error, run };
}
