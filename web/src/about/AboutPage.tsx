import { PAGES } from '@flower-war/protocol/pages';
import { useLanguage, useTexts, useTitle } from '../app/language.tsx';
import { gameName, goalOf } from '../app/games.ts';
import { Link, rulesHref } from '../app/navigation.tsx';
import './about.css';

const ABOUT = {
  en: {
    title: 'About Flower War',
    promises: [
      'The server judges every move and rolls every die.',
      'A match is its record: its players can replay it and check each die.',
      'A 3D-printed temple can stand on your table: a bead that falls into it counts in the match.',
      'You need no account. This browser remembers you.',
    ],
    games: 'The games',
    device: 'Play against bots on this device: it works without a connection, too',
    source: 'Flower War is free software under the GNU General Public License, version 3 or later.',
  },
  es: {
    title: 'Acerca de Guerra Florida',
    promises: [
      'El servidor juzga cada jugada y tira cada dado.',
      'Una partida es su registro: quien jugó en ella puede repetirla y comprobar cada dado.',
      'Un templo impreso en 3D puede estar en tu mesa: una cuenta que cae en él vale en la partida.',
      'No necesitas cuenta de usuario. Este navegador te recuerda.',
    ],
    games: 'Los juegos',
    device: 'Juega contra bots en este dispositivo: también sin conexión',
    source: 'Guerra Florida es software libre bajo la Licencia Pública General de GNU, versión 3 o posterior.',
  },
};

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
