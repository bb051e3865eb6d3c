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
import { RatingFigure, usePercents } from './luck.tsx';
import { PEOPLE } from './texts.ts';

type Order = 'rating' | 'skill';
const ORDERS: readonly Order[] = ['rating', 'skill'];

/** The leaderboard of each edition of each game. */
export function BestPage() {
  const { best } = useTexts(PEOPLE);
  const { words, texts } = useLanguage();
  const { client } = usePlayer();
  const { value: games, error, again } = useAsked(useCallback(() => gamesOf(client), [client]));
  const [chosen, choose] = useState<string>();
  const [edition, chooseEdition] = useState<string>();
  const [by, order] = useState<Order>('rating');
  useTitle(best.title);
  const game = games?.find(({ id }) => id === chosen) ?? games?.[0];
  const presets: readonly string[] = game?.presets.map(({ id }) => id) ?? [];
  const preset = presets.find((id) => id === edition) ?? presets[0];
  return (
    <main className="page">
      <h1>{best.title}</h1>
      <p>{best.about}</p>
      <p>
        <Link to={PAGES.tournaments} className="button">
          {best.tournaments}
        </Link>
      </p>
      {error && <Problem error={error} retry={again} />}
      {games === undefined && !error && <p className="wait">{texts.loading}</p>}
      {games && game && preset !== undefined && (
        <>
          <Choice title={best.by} values={ORDERS} chosen={by} name={(one) => best.orders[one]} choose={order} />
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
          <Leaders game={game.id} preset={preset} by={by} />
        </>
      )}
    </main>
  );
}

const AT_ONCE = 50;

interface LeadersProps {
  readonly game: string;
  readonly preset: string;
  readonly by: Order;
}

function Leaders({ game, preset, by }: LeadersProps) {
  const { best, player: told } = useTexts(PEOPLE);
  const { texts } = useLanguage();
  const { signed, plain } = usePercents();
  const { client } = usePlayer();
  const ask = useCallback(
    async (before: string | undefined) => {
      const page = { preset, by, limit: AT_ONCE, ...(before !== undefined && { before }) };
      const { players, next } = await client.history.leaderboard<string>(game, page);
      return { items: players, next };
    },
    [client, game, preset, by],
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
              <th scope="col">{by === 'skill' ? best.skill : told.rating}</th>
              <th scope="col">{told.matches}</th>
            </tr>
          </thead>
          <tbody>
            {items.map(({ player, name, rating, deviation, skill, matches }, place) => (
              <tr key={player}>
                <td>{place + 1}</td>
                <th scope="row">
                  <Link to={`${PAGES.player}?id=${player}`}>{name}</Link>
                </th>
                <td>
                  {skill === undefined ? (
                    <RatingFigure rating={rating} deviation={deviation} />
                  ) : (
                    <>
                      {signed(skill.value)} <small>± {plain(skill.within)}</small>
                    </>
                  )}
                </td>
                <td>{skill?.matches ?? matches}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {items !== undefined && items.length > 0 && (
        <p>
          <small>{by === 'skill' ? best.skillAbout : told.sure}</small>
        </p>
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
