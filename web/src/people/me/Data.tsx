import { PAGES } from '@flower-war/protocol/pages';
import { useState } from 'react';
import { useTexts } from '../../app/language.tsx';
import { navigate } from '../../app/navigation.tsx';
import { Problem } from '../../app/Problem.tsx';
import { usePlayer } from '../../app/player.tsx';
import { PEOPLE } from '../texts.ts';
import { useAct } from './useAct.ts';

/** What the server keeps about the player, and the end of that. */
export function Data() {
  const { me } = useTexts(PEOPLE);
  const { client, session } = usePlayer();
  const { isBusy, error, run } = useAct();
  const download = () =>
    run(async () => saveAs(`${session.player}.json`, JSON.stringify(await client.account.exportData(), null, 2)));
  const end = (act: () => Promise<void>) =>
    run(async () => {
      await act(); // then a new guest is signed in
      navigate(PAGES.home);
    });
  return (
    <section className="card">
      <h2>{me.data}</h2>
      <p>{me.dataAbout}</p>
      <button type="button" disabled={isBusy} onClick={download}>
        {me.download}
      </button>
      <Sure
        title={me.signOut}
        about={me.sureToSignOut}
        forGood={me.signOutForGood}
        act={() => end(() => client.account.signOutEverywhere())}
      />
      <p>{me.removeAbout}</p>
      <Sure
        title={me.remove}
        about={me.sure}
        forGood={me.removeForGood}
        act={() => end(() => client.account.deleteMe())}
      />
      {error && <Problem error={error} />}
    </section>
  );
}

interface SureProps {
  readonly title: string;
  readonly about: string;
  readonly forGood: string;
  readonly act: () => void;
}

/** A step that cannot be taken back is asked for twice. The second button does not lie where the first one lay. */
function Sure({ title, about, forGood, act }: SureProps) {
  const { me } = useTexts(PEOPLE);
  const [isAsked, setAsked] = useState(false);
  if (!isAsked)
    return (
      <button type="button" className="grave" onClick={() => setAsked(true)}>
        {title}
      </button>
    );
  return (
    <div role="alert" className="others">
      <p>{about}</p>
      <button type="button" onClick={() => setAsked(false)}>
        {me.keep}
      </button>
      <button type="button" className="grave" onClick={act}>
        {forGood}
      </button>
    </div>
  );
}

function saveAs(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
