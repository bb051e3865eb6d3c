import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { type ClientOptions, FlowerWarClient, type SignedIn } from '../index.ts';

/** What `useClient` returns. */
export interface ClientState extends VisitState {
  readonly client: FlowerWarClient;
  /**
   * Signs in as a new guest. It never rejects: `error` says why it failed. While it is on its way, another call joins it. Some servers
   * ask new players for an invitation.
   */
  readonly signIn: (name?: string, invitation?: string) => Promise<SignedIn | undefined>;
}

/**
 * A client that lives as long as the component, and whether its player is signed in. Another `url`, or the `session` of
 * another player, gives another client. All other options but `onSession` count when the client is made.
 */
export function useClient(options: ClientOptions): ClientState {
  const { visit } = useHeld(options);
  useEffect(() => {
    visit.onSession = options.onSession;
  }, [visit, options.onSession]);
  const state = useSyncExternalStore(visit.subscribe, visit.look, visit.look);
  return { ...state, client: visit.client, signIn: visit.signIn };
}

interface Held {
  readonly visit: Visit;
  readonly url: string;
  /** The player whose session the options gave last. */
  readonly given: string | undefined;
}

/** React may render several times before it shows anything: a client that was made in vain does nothing. */
function useHeld(options: ClientOptions): Held {
  const [held, setHeld] = useState(() => hold(options));
  const now = following(held, options);
  if (now !== held) setHeld(now);
  return now;
}

/** An application that keeps the session gives the options the player who has just signed in: the client stays. */
function following(held: Held, options: ClientOptions): Held {
  const given = options.session?.player;
  if (held.url !== options.url) return hold(options);
  if (held.given === given) return held;
  return held.visit.client.session?.player === given ? { ...held, given } : hold(options);
}

function hold(options: ClientOptions): Held {
  return { visit: new Visit(options), url: options.url, given: options.session?.player };
}

// A client, and the session of its player as something to subscribe to.

interface VisitState {
  readonly status: 'signed-out' | 'signing-in' | 'signed-in';
  /** The session of the player. Keep it to be the same player next time. */
  readonly session: SignedIn | undefined;
  /** Why the last sign-in failed, or the session ended. */
  readonly error: Error | undefined;
}

class Visit {
  readonly client: FlowerWarClient;
  onSession: ClientOptions['onSession'];
  private state: VisitState;
  private entering: Promise<SignedIn | undefined> | undefined;
  private readonly listeners = new Set<() => void>();

  constructor(options: ClientOptions) {
    this.onSession = options.onSession;
    this.client = new FlowerWarClient({ ...options, onSession: (session, why) => this.hear(session, why) });
    this.state = stateWith(this.client.session);
  }

  readonly look = (): VisitState => this.state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly signIn = (name?: string, invitation?: string): Promise<SignedIn | undefined> => {
    this.entering ??= this.enter(name, invitation).finally(() => {
      this.entering = undefined;
    });
    return this.entering;
  };

  private async enter(name?: string, invitation?: string): Promise<SignedIn | undefined> {
    this.show({ ...this.state, status: 'signing-in', error: undefined });
    try {
      return await this.client.signIn(name, invitation);
    } catch (error) {
      this.show({ ...stateWith(this.client.session), error: asError(error) });
      return undefined;
    }
  }

  private hear(session: SignedIn | undefined, error: Error | undefined): void {
    this.show({ ...stateWith(session), error });
    this.onSession?.(session, error);
  }

  private show(state: VisitState): void {
    this.state = Object.freeze(state);
    for (const listener of [...this.listeners]) listener();
  }
}

function stateWith(session: SignedIn | undefined): VisitState {
  return { status: session === undefined ? 'signed-out' : 'signed-in', session, error: undefined };
}

// What the components of one client share: the first of them that needs a thing opens it, and it is closed when the last
// one has gone. Rendering alone opens nothing, so a render that React throws away leaves nothing behind.

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
  /** What lies behind the key. It must follow from the client and the key alone. Absent: as without a client. */
  readonly source: Source<State> | undefined;
}

/** Shows what lies behind a key of a client. All components that show it see the same state in one render. */
export function useShared<State>({ client, key, idle, source }: SharedUse<State>): State {
  const wanted = client && key !== undefined && source ? { client, key, source } : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the source follows from the client and the key.
  const subscribe = useCallback(
    (listener: () => void) => (wanted ? share(wanted, wanted.source, listener) : () => {}),
    [client, key],
  );
  const look = () => (wanted ? (shown<State>(wanted.client, wanted.key) ?? wanted.source.first) : idle);
  return useSyncExternalStore(subscribe, look, look);
}

/** Any value can be thrown; an application's own `fetch` may do it. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown), { cause: thrown });
}
