/** The player of this browser: signs in as a guest by itself, and is the same player next time. */
import type { FlowerWarClient, SignedIn } from '@flower-war/client';
import { useClient } from '@flower-war/client/react';
import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { gamesOf } from './games.ts';
import { keepSession, keptSession } from './setting.ts';
import { useLanguage } from './language.tsx';
import { Problem } from './Problem.tsx';

export interface Player {
  readonly client: FlowerWarClient;
  readonly session: SignedIn;
}

const Context = createContext<Player | undefined>(undefined);

export function usePlayer(): Player {
  const player = useContext(Context);
  if (player === undefined) throw new Error('this is shown only after signing in');
  return player;
}

const KEPT = keptSession();

export function PlayerProvider({ children }: { readonly children: ReactNode }) {
  const { texts } = useLanguage();
  const { client, session, status, error, signIn } = useClient({
    url: location.origin,
    onSession: keepSession,
    ...(KEPT && { session: KEPT }),
  });
  useEffect(() => void gamesOf(client), [client]);
  useEffect(() => {
    if (status === 'signed-out' && error === undefined) void signIn();
  }, [status, error, signIn]);
  if (session !== undefined) return <Context.Provider value={{ client, session }}>{children}</Context.Provider>;
  if (error !== undefined) return <Problem error={error} retry={() => void signIn()} />;
  return <p className="wait">{texts.loading}</p>;
}
