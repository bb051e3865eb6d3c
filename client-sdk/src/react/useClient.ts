import { useEffect, useState, useSyncExternalStore } from 'react';
import type { ClientOptions, FlowerWarClient, SignedIn } from '../index.ts';
import { Visit, type VisitState } from './visit.ts';

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
