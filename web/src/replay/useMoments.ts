/** Reads a replay to its end, so that any of its moments can be shown at once. */
import type { Eyes, Moment } from '@flower-war/client';
import { useCallback, useEffect, useState } from 'react';
import { usePlayer } from '../app/player.tsx';
import { asError } from '../app/useAsked.ts';

export interface Reel {
  /** From the start of play on; more may come. */
  readonly moments: readonly Moment[];
  /** Whether all of them are there. */
  readonly isWhole: boolean;
  readonly error: Error | undefined;
  /** Reads them once more: a match that runs has new ones. */
  readonly again: () => void;
}

type State = Omit<Reel, 'again'>;

const NOTHING: State = { moments: [], isWhole: false, error: undefined };
/** As many as the server sends at once. */
const PAGE = 100;

export function useMoments(match: string, viewer: Eyes): Reel {
  const { client } = usePlayer();
  const [state, setState] = useState(NOTHING);
  const [times, setTimes] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another count reads once more.
  useEffect(() => {
    const stop = new AbortController();
    const { history } = client.with({ signal: stop.signal });
    const read = async () => {
      const moments: Moment[] = [];
      for await (const moment of history.replay(match, { viewer })) {
        if (moment.status === 'open') continue; // nothing is on the table yet
        moments.push(moment);
        if (moments.length % PAGE === 0) setState({ ...NOTHING, moments: [...moments] });
      }
      setState({ ...NOTHING, moments, isWhole: true });
    };
    read().catch((error) => stop.signal.aborted || setState((before) => ({ ...before, error: asError(error) })));
    return () => stop.abort();
  }, [client, match, viewer, times]);
  const again = useCallback(() => setTimes((before) => before + 1), []);
  return { ...state, again };
}
