import { useCallback, useEffect, useState } from 'react';
import { useLanguage } from '../../app/language.tsx';
import { Problem } from '../../app/Problem.tsx';
import { usePlayer } from '../../app/player.tsx';
import { asError, useAsked } from '../../app/useAsked.ts';

const AGAIN_MS = 3000;

/** The players who want to sit down at a table whose host lets people in. Only the host is told of them, and only by asking. */
export function Asking({ id }: { readonly id: string }) {
  const { texts } = useLanguage();
  const { client } = usePlayer();
  const { value, again } = useAsked(useCallback(() => client.match(id), [client, id]));
  const [problem, setProblem] = useState<Error>();
  useEffect(() => {
    const timer = setInterval(again, AGAIN_MS);
    return () => clearInterval(timer);
  }, [again]);
  const decide = (asked: Promise<unknown>) =>
    void asked.then(
      () => again(),
      (thrown) => setProblem(asError(thrown)),
    );
  return (
    <div role="status">
      {(value?.asking ?? []).map(({ player, name }) => (
        <p key={player} className="others">
          <span>{texts.seat.asks(name)}</span>
          <button type="button" onClick={() => decide(client.admit(id, player))}>
            {texts.seat.admit}
          </button>
          <button type="button" onClick={() => decide(client.dismiss(id, player))}>
            {texts.seat.dismiss}
          </button>
        </p>
      ))}
      {problem && <Problem error={problem} />}
    </div>
  );
}
