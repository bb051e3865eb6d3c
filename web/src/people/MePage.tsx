import { PAGES } from '@flower-war/protocol/pages';
import { LANGUAGES } from '@flower-war/words';
import { useCallback } from 'react';
import { languageName, useLanguage, useTexts, useTitle } from '../app/language.tsx';
import { Link } from '../app/navigation.tsx';
import { Problem } from '../app/Problem.tsx';
import { usePlayer } from '../app/player.tsx';
import { useAsked } from '../app/useAsked.ts';
import { Choice } from '../ui/Choice.tsx';
import { MatchList } from './MatchList.tsx';
import { Data } from './me/Data.tsx';
import { Devices } from './me/Devices.tsx';
import { Name } from './me/Name.tsx';
import { Notices } from './me/Notices.tsx';
import { Recovery } from './me/Recovery.tsx';
import { Sessions } from './me/Sessions.tsx';
import './people.css';
import { PEOPLE } from './texts.ts';

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
      <section className="card">
        <Choice
          title={me.language}
          values={LANGUAGES.map(({ language }) => language)}
          chosen={words.language}
          name={languageName}
          choose={choose}
        />
      </section>
      <Recovery hasCode={value?.hasRecoveryCode === true} again={again} />
      <Devices />
      <Sessions />
      <Notices />
      <Data />
    </main>
  );
}
