/** Signs in, lists the matches with a free seat, and shows the match that the player has chosen. */
import type { AnyGame, MatchOf, SignedIn } from '@flower-war/client';
import { useClient } from '@flower-war/client/react';
import { useState } from 'react';
import { Lobby } from './Lobby.tsx';
import { Table } from './Table.tsx';

/** The session stays in the browser, so that a reload is the same player. */
const KEY = 'flower-war-session';
const KEPT: SignedIn | undefined = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') ?? undefined;

function keep(session: SignedIn | undefined): void {
  if (session === undefined) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, JSON.stringify(session));
}

export function App({ url }: { readonly url: string }) {
  const { client, status, error, signIn } = useClient({ url, onSession: keep, ...(KEPT && { session: KEPT }) });
  const [match, setMatch] = useState<MatchOf<AnyGame>>();
  if (status !== 'signed-in')
    return (
      <form action={(form) => signIn(String(form.get('name') ?? '') || undefined).then(() => {})}>
        <input name="name" aria-label="Your name" />
        <button type="submit">Play</button>
        {error && <p role="alert">{error.message}</p>}
      </form>
    );
  if (match === undefined) return <Lobby client={client} onChoose={setMatch} />;
  return <Table client={client} match={match} onLeave={() => setMatch(undefined)} />;
}
