import { useLanguage, useTitle } from '../app/language.tsx';
import { JoinByLink } from './JoinByLink.tsx';
import { MyMatches } from './MyMatches.tsx';
import { OpenMatches } from './OpenMatches.tsx';
import { PlayNow } from './PlayNow.tsx';

/** The first page. */
export function Lobby() {
  const { texts } = useLanguage();
  useTitle();
  return (
    <main className="lobby">
      <h1>
        {texts.title} <small>{texts.tagline}</small>
      </h1>
      <PlayNow />
      <OpenMatches />
      <MyMatches />
      <JoinByLink />
    </main>
  );
}
