import { useCallback, useSyncExternalStore } from 'react';
import { type Source, share, shown } from './shared.ts';

interface Wanted<State> {
  /** Absent: nothing is opened, and the hook shows `idle`. */
  readonly client: object | undefined;
  /** Another key is another thing. Absent: as without a client. */
  readonly key: string | undefined;
  readonly idle: State;
  /** What lies behind the key. It must follow from the client and the key alone. */
  readonly source: Source<State>;
}

/** Shows what lies behind a key of a client. All components that show it see the same state in one render. */
export function useShared<State>({ client, key, idle, source }: Wanted<State>): State {
  const isWanted = client !== undefined && key !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the source follows from the client and the key.
  const subscribe = useCallback(
    (listener: () => void) => (isWanted ? share({ client, key }, source, listener) : () => {}),
    [client, key],
  );
  const look = () => (isWanted ? (shown<State>(client, key) ?? source.first) : idle);
  return useSyncExternalStore(subscribe, look, look);
}
