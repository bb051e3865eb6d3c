import { PAGES } from '@flower-war/protocol/pages';
import { gameName, goalOf, useLanguage, useTexts, useTitle } from '../../app/language.tsx';
import { Link, rulesHref } from '../../app/navigation.tsx';
import { ABOUT } from './texts.ts';
import './about.css';

/** What this is, which games there are, and why a match can be trusted. */
export function AboutPage() {
  const { words } = useLanguage();
  const { title, promises, games, device, source } = useTexts(ABOUT);
  useTitle(title);
  return (
    <main className="page about">
      <h1>{title}</h1>
      <ul>
        {promises.map((promise) => (
          <li key={promise}>{promise}</li>
        ))}
      </ul>
      <h2>{games}</h2>
      <dl>
        {Object.keys(words.screen.names.games).map((game) => (
          <div key={game}>
            <dt>
              <Link to={rulesHref(game)}>{gameName(words, game)}</Link>
            </dt>
            <dd>{goalOf(words, game)}</dd>
          </div>
        ))}
      </dl>
      <p>
        <Link to={PAGES.device}>{device}</Link>
      </p>
      <p>{source}</p>
    </main>
  );
}
