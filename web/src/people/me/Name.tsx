import { type FormEvent, useState } from 'react';
import { useTexts } from '../../app/language.tsx';
import { Problem } from '../../app/Problem.tsx';
import { usePlayer } from '../../app/player.tsx';
import { Announced } from '../../ui/Announced.tsx';
import { PEOPLE } from '../texts.ts';
import { NewCode } from './Recovery.tsx';
import { useAct } from './useAct.ts';

/** The name that other people see. With the first one comes a recovery code. */
export function Name({ again }: { readonly again: () => void }) {
  const { me } = useTexts(PEOPLE);
  const { client, session } = usePlayer();
  const { isBusy, error, run } = useAct();
  const [isSaved, setSaved] = useState(false);
  const [code, setCode] = useState<string>();
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name') ?? '').trim();
    setSaved(false);
    run(async () => {
      const chosen = await client.account.choose(name);
      setCode(chosen.recoveryCode);
      setSaved(true);
      again();
    });
  };
  return (
    <section className="card">
      <h2>{me.name}</h2>
      <form onSubmit={save} className="line">
        <label>
          <small>{me.nameAbout}</small>
          <input name="name" required maxLength={24} defaultValue={session.name} autoComplete="nickname" />
        </label>
        <button type="submit" disabled={isBusy}>
          {isSaved ? me.saved : me.save}
        </button>
      </form>
      {isSaved && <Announced text={me.saved} />}
      {code !== undefined && <NewCode code={code} />}
      {error && <Problem error={error} />}
    </section>
  );
}
