import { type FormEvent, useState } from 'react';
import { useTexts } from '../../app/language.tsx';
import { Problem } from '../../app/Problem.tsx';
import { usePlayer } from '../../app/player.tsx';
import { useDeed } from '../beads/useDeed.ts';
import { OWN } from './texts.ts';

interface Props {
  readonly temple: string;
  readonly refresh: () => void;
}

/** To another player, or to no player in particular. Giving it up asks once more. */
export function Away({ temple, refresh }: Props) {
  const { client } = usePlayer();
  const { away } = useTexts(OWN);
  const { isBusy, error, run } = useDeed();
  const [isSure, setSure] = useState(false);
  const give = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const player = String(new FormData(event.currentTarget).get('player')).trim();
    run(() => client.temples.give(temple, player).finally(refresh));
  };
  const release = () => run(() => client.temples.release(temple).finally(refresh));
  return (
    <details onToggle={() => setSure(false)}>
      <summary>{away.title}</summary>
      <p>{away.about}</p>
      <form onSubmit={give} className="settings">
        <label>
          {away.player}
          <input name="player" required autoComplete="off" autoCapitalize="none" />
        </label>
        <button type="submit" disabled={isBusy}>
          {away.give}
        </button>
      </form>
      {isSure ? (
        <fieldset className="choice">
          <legend>{away.sure}</legend>
          <button type="button" onClick={() => setSure(false)}>
            {away.no}
          </button>
          <button type="button" className="main" disabled={isBusy} onClick={release}>
            {away.yes}
          </button>
        </fieldset>
      ) : (
        <button type="button" onClick={() => setSure(true)}>
          {away.release}
        </button>
      )}
      {error && <Problem error={error} />}
    </details>
  );
}
