import type { Session } from '@flower-war/client';
import { PAGES } from '@flower-war/protocol/pages';
import { useCallback, useState } from 'react';
import { Device, forgetDevice } from '../alerts/device.tsx';
import { Problem } from '../app/Problem.tsx';
import { ALL_LANGUAGES, languageName, useLanguage, useTexts, useTitle } from '../app/language.tsx';
import { Link, navigate } from '../app/navigation.tsx';
import { usePlayer } from '../app/player.tsx';
import { useAsked, useDeed } from '../app/useAsked.ts';
import { Announced } from '../ui/Announced.tsx';
import { Choice, Form } from '../ui/forms.tsx';
import { MatchList } from './MatchList.tsx';
import { Devices, NewCode, Recovery } from './account.tsx';
import { Notices } from './notices.tsx';
import { MyChallenges, MyPeople } from './Ties.tsx';
import { PEOPLE } from './texts.ts';
import './people.css';

/** The person at the page: name, codes, devices, data, matches. */
export function MePage() {
  const { me } = useTexts(PEOPLE);
  const { words, texts, choose } = useLanguage();
  const { client, session } = usePlayer();
  const { value, error, again } = useAsked(useCallback(() => client.account.me(), [client]));
  const ask = useCallback((page: object) => client.history.mine(page), [client]);
  useTitle(me.title);
  return (
    <main className="page">
      <h1>{me.title}</h1>
      {error && <Problem error={error} retry={again} />}
      <Name again={again} />
      <section className="card">
        <h2>{me.matches}</h2>
        <MatchList ask={ask} none={texts.lists.noneMine} areOwn />
        <Link to={`${PAGES.player}?id=${session.player}`}>{me.profile}</Link>
      </section>
      <MyChallenges />
      <MyPeople />
      <section className="card">
        <Choice
          title={me.language}
          values={ALL_LANGUAGES}
          chosen={words.language}
          name={languageName}
          choose={choose}
        />
      </section>
      <Recovery hasCode={value?.hasRecoveryCode === true} again={again} />
      <Devices />
      <Sessions />
      <Device />
      <Notices />
      <Data />
    </main>
  );
}

/** What the server keeps about the player, and the end of that. */
function Data() {
  const { me } = useTexts(PEOPLE);
  const { client, session } = usePlayer();
  const { isBusy, error, run } = useDeed();
  const download = () =>
    run(async () => saveAs(`${session.player}.json`, JSON.stringify(await client.account.exportData(), null, 2)));
  const end = (act: () => Promise<void>) =>
    run(async () => {
      await forgetDevice().catch(() => {}); // a browser that cannot is no reason to stay
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

/** A step that cannot be taken back is asked for twice. The second button does not lie where the first one lay. */
function Sure({
  title,
  about,
  forGood,
  act,
}: {
  readonly title: string;
  readonly about: string;
  readonly forGood: string;
  readonly act: () => void;
}) {
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

/** The name that other people see. With the first one comes a recovery code. */
function Name({ again }: { readonly again: () => void }) {
  const { me } = useTexts(PEOPLE);
  const { client, session } = usePlayer();
  const { isBusy, error, run } = useDeed();
  const [isSaved, setSaved] = useState(false);
  const [code, setCode] = useState<string>();
  const save = (name: string) => {
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
      <Form send={(said) => save(said('name'))} className="line">
        <label>
          <small>{me.nameAbout}</small>
          <input name="name" required maxLength={24} defaultValue={session.name} autoComplete="nickname" />
        </label>
        <button type="submit" disabled={isBusy}>
          {isSaved ? me.saved : me.save}
        </button>
      </Form>
      {isSaved && <Announced text={me.saved} />}
      {code !== undefined && <NewCode code={code} />}
      {error && <Problem error={error} />}
    </section>
  );
}

/** The browsers and programs that are this player, each of which can be signed out. */
function Sessions() {
  const { sessions: texts } = useTexts(PEOPLE);
  const { client } = usePlayer();
  const { value: sessions, error, again } = useAsked(useCallback(() => client.account.sessions(), [client]));
  return (
    <section className="card">
      <h2>{texts.title}</h2>
      {error && <Problem error={error} retry={again} />}
      <ul className="sessions">
        {sessions?.map((session) => (
          <OneSession key={session.session} session={session} again={again} />
        ))}
      </ul>
    </section>
  );
}

function OneSession({
  session: { session, label, lastUsedAt, isThis },
  again,
}: {
  readonly session: Session;
  readonly again: () => void;
}) {
  const { sessions: texts } = useTexts(PEOPLE);
  const { words } = useLanguage();
  const { client } = usePlayer();
  const { isBusy, error, run } = useDeed();
  const when = new Date(lastUsedAt).toLocaleString(words.language, { dateStyle: 'short', timeStyle: 'short' });
  return (
    <li className="line">
      <span>
        {label || texts.unnamed} {isThis && <b>({texts.here})</b>} <small>{texts.used(when)}</small>
      </span>
      {!isThis && (
        <button
          type="button"
          disabled={isBusy}
          onClick={() => run(() => client.account.signOut(session).finally(again))}
        >
          {texts.signOut}
        </button>
      )}
      {error && <Problem error={error} />}
    </li>
  );
}
