/**
 * What the components of one client share: the first of them that needs a thing opens it, and it is closed when the last
 * one has gone. Rendering alone opens nothing, so a render that React throws away leaves nothing behind.
 */
import { useCallback, useSyncExternalStore } from 'react';

/** What runs behind a key, for as long as a component needs it. */
export interface Source<State> {
  /** What components see before anything has come. */
  readonly first: State;
  /** Starts, and tells each new state. The signal ends it: then it closes what it has opened. */
  readonly run: (tell: (state: State) => void, stop: AbortSignal) => void;
}

class Sharing<State> {
  state: State;
  private readonly source: Source<State>;
  private readonly listeners = new Set<() => void>();
  private running: AbortController | undefined;

  constructor(source: Source<State>) {
    this.source = source;
    this.state = source.first;
  }

  /** `abandon` is called when the last listener has gone and none has come at once, as in strict mode. */
  listen(listener: () => void, abandon: () => void): () => void {
    const own = () => listener(); // the same listener may come twice
    this.listeners.add(own);
    if (this.running === undefined) this.start();
    return () => {
      this.listeners.delete(own);
      queueMicrotask(() => this.listeners.size === 0 && this.running !== undefined && this.stop(abandon));
    };
  }

  private start(): void {
    const running = new AbortController();
    this.running = running;
    const tell = (state: State) => {
      if (running.signal.aborted || Object.is(state, this.state)) return;
      this.state = state;
      for (const listener of [...this.listeners]) listener();
    };
    this.source.run(tell, running.signal);
  }

  private stop(abandon: () => void): void {
    this.running?.abort();
    this.running = undefined;
    abandon();
  }
}

/** By client, and then by key. A client that is no longer used takes its entries along. */
const CLIENTS = new WeakMap<object, Map<string, Sharing<unknown>>>();

/** Listens to what lies behind the key. The source is used only if it is not running yet. */
function share<State>(
  { client, key }: { readonly client: object; readonly key: string },
  source: Source<State>,
  listener: () => void,
): () => void {
  const all = CLIENTS.get(client) ?? new Map<string, Sharing<unknown>>();
  CLIENTS.set(client, all);
  const sharing = all.get(key) ?? new Sharing<unknown>(source as Source<unknown>);
  all.set(key, sharing);
  return sharing.listen(listener, () => all.delete(key));
}

/** What is shown behind the key now; `undefined` if no component needs it yet. */
function shown<State>(client: object, key: string): State | undefined {
  return CLIENTS.get(client)?.get(key)?.state as State | undefined;
}

interface SharedUse<State> {
  /** Absent: nothing is opened, and the hook shows `idle`. */
  readonly client: object | undefined;
  /** Another key is another thing. Absent: as without a client. */
  readonly key: string | undefined;
  readonly idle: State;
  /** What lies behind the key. It must follow from the client and the key alone. */
  readonly source: Source<State>;
}

/** Shows what lies behind a key of a client. All components that show it see the same state in one render. */
export function useShared<State>({ client, key, idle, source }: SharedUse<State>): State {
  const isWanted = client !== undefined && key !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the source follows from the client and the key.
  const subscribe = useCallback(
    (listener: () => void) => (isWanted ? share({ client, key }, source, listener) : () => {}),
    [client, key],
  );
  const look = () => (isWanted ? (shown<State>(client, key) ?? source.first) : idle);
  return useSyncExternalStore(subscribe, look, look);
}

/** Any value can be thrown; an application's own `fetch` may do it. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown), { cause: thrown });
}
