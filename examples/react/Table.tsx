import type { AnyGame, FlowerWarClient, MatchOf } from '@flower-war/client';
import { useMatch } from '@flower-war/client/react';
import { useState, useTransition } from 'react';

interface TableProps {
  readonly client: FlowerWarClient;
  readonly match: MatchOf<AnyGame>;
  readonly onLeave: () => void;
}

/** The match as the player sees it, and a button for each legal move. */
export function Table({ client, match, onLeave }: TableProps) {
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
