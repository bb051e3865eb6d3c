import { useCallback } from 'react';
import { useLanguage, useTitle } from '../app/language.tsx';
import { usePlayer } from '../app/player.tsx';
import { useAsked } from '../app/useAsked.ts';
import { JoinByLink } from './JoinByLink.tsx';
import { MyMatches } from './MyMatches.tsx';
import { OpenMatches } from './OpenMatches.tsx';
import { PlayedRows } from './PlayedRows.tsx';
import { PlayNow } from './PlayNow.tsx';

const SHOWN = 8;
const GOING_ON = 3;

/** The first page. Who has matches under way finds them first. */
export function Lobby() {
  const { texts } = useLanguage();
  const { client } = usePlayer();
  const mine = useAsked(useCallback(() => client.history.mine({ limit: SHOWN }), [client]));
  useTitle();
  const isAnswered = mine.value !== undefined || mine.error !== undefined;
  const goingOn = mine.value?.matches.filter(({ status }) => status !== 'ended').slice(0, GOING_ON) ?? [];
  return (
    <main className="lobby">
      <h1>
        {texts.title} <small>{texts.tagline}</small>
      </h1>
      {isAnswered ? (
        <>
          {goingOn.length > 0 && (
            <section className="card play">
              <h2>{texts.lists.goOn}</h2>
              <PlayedRows matches={goingOn} areOwn />
            </section>
          )}
          <PlayNow />
          <MyMatches asked={mine} />
          <JoinByLink />
          <OpenMatches />
        </>
      ) : (
        <p className="wait">{texts.loading}</p>
      )}
    </main>
  );
}
