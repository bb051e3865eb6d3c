import { useEffect, useState, useSyncExternalStore } from 'react';
import { type ClientOptions, FlowerWarClient, type SignedIn } from '../index.ts';
import { asError } from './shared.ts';

/** What `useClient` returns. */
export interface ClientState extends VisitState {
  readonly client: FlowerWarClient;
  /**
   * Signs in as a new guest. It never rejects: `error` says why it failed. While it is on its way, another call joins it.
   */
  readonly signIn: (name?: string) => Promise<SignedIn | undefined>;
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
  /** Why the last sign-in failed. */
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
    this.client = new FlowerWarClient({ ...options, onSession: (session) => this.hear(session) });
    this.state = stateWith(options.session);
  }

  readonly look = (): VisitState => this.state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly signIn = (name?: string): Promise<SignedIn | undefined> => {
    this.entering ??= this.enter(name).finally(() => {
      this.entering = undefined;
    });
    return this.entering;
  };

  private async enter(name: string | undefined): Promise<SignedIn | undefined> {
    this.show({ ...this.state, status: 'signing-in', error: undefined });
    try {
      return await this.client.signIn(name);
    } catch (error) {
      this.show({ ...stateWith(this.client.session), error: asError(error) });
      return undefined;
    }
  }

  private hear(session: SignedIn | undefined): void {
    this.show(stateWith(session));
    this.onSession?.(session);
  }

  private show(state: VisitState): void {
    this.state = Object.freeze(state);
    for (const listener of [...this.listeners]) listener();
  }
}

function stateWith(session: SignedIn | undefined): VisitState {
  return { status: session === undefined ? 'signed-out' : 'signed-in', session, error: undefined };
}
