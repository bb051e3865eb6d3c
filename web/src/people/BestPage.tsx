import { PAGES } from '@flower-war/protocol/pages';
import { useCallback, useState } from 'react';
import { editionName, gameName, gamesOf } from '../app/games.ts';
import { useLanguage, useTexts, useTitle } from '../app/language.tsx';
import { Link } from '../app/navigation.tsx';
import { Problem } from '../app/Problem.tsx';
import { usePlayer } from '../app/player.tsx';
import { useAsked, usePages } from '../app/useAsked.ts';
import { Choice } from '../ui/forms.tsx';
import './people.css';
import { PEOPLE } from './texts.ts';

/** The leaderboard of each edition of each game. */
export function BestPage() {
  const { best } = useTexts(PEOPLE);
  const { words, texts } = useLanguage();
  const { client } = usePlayer();
  const { value: games, error, again } = useAsked(useCallback(() => gamesOf(client), [client]));
  const [chosen, choose] = useState<string>();
  const [edition, chooseEdition] = useState<string>();
  useTitle(best.title);
  const game = games?.find(({ id }) => id === chosen) ?? games?.[0];
  const presets: readonly string[] = game?.presets.map(({ id }) => id) ?? [];
  const preset = presets.find((id) => id === edition) ?? presets[0];
  return (
    <main className="page">
      <h1>{best.title}</h1>
      <p>{best.about}</p>
      {error && <Problem error={error} retry={again} />}
      {games === undefined && !error && <p className="wait">{texts.loading}</p>}
      {games && game && preset !== undefined && (
        <>
          <Choice
            title={best.game}
            values={games.map(({ id }) => id as string)}
            chosen={game.id}
            name={(id) => gameName(words, id)}
            choose={choose}
          />
          {presets.length > 1 && (
            <Choice
              title={best.edition}
              values={presets}
              chosen={preset}
              name={(id) => editionName(words, id)}
              choose={chooseEdition}
            />
          )}
          <Leaders game={game.id} preset={preset} />
        </>
      )}
    </main>
  );
}

const AT_ONCE = 50;

function Leaders({ game, preset }: { readonly game: string; readonly preset: string }) {
  const { best, player: told } = useTexts(PEOPLE);
  const { texts } = useLanguage();
  const { client } = usePlayer();
  const ask = useCallback(
    async (before: string | undefined) => {
      const page = { preset, limit: AT_ONCE, ...(before !== undefined && { before }) };
      const { players, next } = await client.history.leaderboard<string>(game, page);
      return { items: players, next };
    },
    [client, game, preset],
  );
  const { items, error, more } = usePages(ask);
  if (items === undefined && !error) return <p className="wait">{texts.loading}</p>;
  return (
    <section className="card">
      {items?.length === 0 && <p className="none">{best.none}</p>}
      {items !== undefined && items.length > 0 && (
        <table className="figures">
          <thead>
            <tr>
              <th scope="col">{best.place}</th>
              <th scope="col">{best.player}</th>
              <th scope="col">{told.rating}</th>
              <th scope="col">{told.matches}</th>
            </tr>
          </thead>
          <tbody>
            {items.map(({ player, name, rating, matches }, place) => (
              <tr key={player}>
                <td>{place + 1}</td>
                <th scope="row">
                  <Link to={`${PAGES.player}?id=${player}`}>{name}</Link>
                </th>
                <td>{Math.round(rating)}</td>
                <td>{matches}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {error && <Problem error={error} retry={more} />}
      {more && !error && (
        <button type="button" onClick={more}>
          {best.more}
        </button>
      )}
    </section>
  );
}
