/** Signs in, lists the matches with a free seat, and shows the match that the player has chosen. */
import type { AnyGame, FlowerWarClient, MatchOf, SignedIn } from '@flower-war/client';
import { useClient, useLobby, useMatch } from '@flower-war/client/react';
import { useState, useTransition } from 'react';

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

interface LobbyProps {
  readonly client: FlowerWarClient;
  readonly onChoose: (match: MatchOf<AnyGame>) => void;
}

function Lobby({ client, onChoose }: LobbyProps) {
  const { status, matches, error, retry } = useLobby(client, { free: 1 });
  const [refused, setRefused] = useState<string>();
  const create = (game: AnyGame) =>
    client.create({ game, seats: 2, bots: [{ bot: 'random' }] }).then(onChoose, ({ message }) => setRefused(message));
  return (
    <main>
      <h1>Matches</h1>
      {status === 'opening' && <p>Loading…</p>}
      {error && (
        <p role="alert">
          {error.message}{' '}
          <button type="button" onClick={retry}>
            Try again
          </button>
        </p>
      )}
      {refused && <p role="alert">{refused}</p>}
      <ul>
        {matches.map((entry) => (
          <li key={entry.match}>
            {entry.game}, hosted by {entry.host}{' '}
            <button type="button" onClick={() => onChoose(entry)}>
              Sit down
            </button>
          </li>
        ))}
      </ul>
      <button type="button" onClick={() => void create('tieqchieq')}>
        New match against a bot
      </button>
    </main>
  );
}

interface TableProps {
  readonly client: FlowerWarClient;
  readonly match: MatchOf<AnyGame>;
  readonly onLeave: () => void;
}

/** The match as the player sees it, and a button for each legal move. */
function Table({ client, match, onLeave }: TableProps) {
  const { status, snapshot, legal, play, error } = useMatch(client, { join: match });
  const [isPlaying, start] = useTransition();
  const [said, setSaid] = useState<string>();
  const choose = (move: string) =>
    start(async () => {
      const answer = await play(move);
      setSaid(answer.kind === 'rejected' ? `${move} was refused: ${answer.code}` : undefined);
    });
  if (status === 'failed') return <p role="alert">{error.message}</p>;
  if (snapshot === undefined) return <p>Joining…</p>;
  const { isOver, table, view, connection } = snapshot;
  return (
    <main>
      <h1>{match.game}</h1>
      {connection.state !== 'connected' && <p>The connection is lost. It comes back by itself.</p>}
      {isOver && <p id="result">Over: {JSON.stringify(table.result)}</p>}
      {said && <p role="alert">{said}</p>}
      {legal.map((move) => (
        <button type="button" key={move} className="move" disabled={isPlaying} onClick={() => choose(move)}>
          {move}
        </button>
      ))}
      <pre>{JSON.stringify(view, undefined, 1)}</pre>
      <button type="button" onClick={onLeave}>
        Back to the list
      </button>
    </main>
  );
}
