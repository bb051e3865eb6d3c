import type { AnyGame, FlowerWarClient, MatchOf } from '@flower-war/client';
import { useLobby } from '@flower-war/client/react';
import { useState } from 'react';

interface LobbyProps {
  readonly client: FlowerWarClient;
  readonly onChoose: (match: MatchOf<AnyGame>) => void;
}

export function Lobby({ client, onChoose }: LobbyProps) {
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
