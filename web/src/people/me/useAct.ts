/** Something that a button asks of the server: one at a time, and what went wrong. */
import { useState } from 'react';
import { asError } from '../../app/useAsked.ts';

export interface Act {
  readonly isBusy: boolean;
  readonly error: Error | undefined;
  readonly run: (ask: () => Promise<void>) => void;
}

export function useAct(): Act {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Error>();
  const run = (ask: () => Promise<void>) => {
    setBusy(true);
    setError(undefined);
    ask()
      .catch((thrown) => setError(asError(thrown)))
      .finally(() => setBusy(false));
  };
  return { isBusy, error, run };
}
