import { PAGES } from '@flower-war/protocol/pages';
import { useCallback, useState } from 'react';
import { editionName, gameName, useLanguage, useTexts, useTitle } from '../app/language.tsx';
import { gamesOf, usePlayer } from '../app/player.tsx';
import { Link, Way } from '../app/navigation.tsx';
import { Coming, Problem, useAsked } from '../app/asked.tsx';
import { usePages } from '../app/longList.ts';
import { Button, Choice } from '../ui/forms.tsx';
import { RatingFigure, seasonName, usePercents } from './figures.tsx';
import { BEST, PLAYER, SEASON } from './texts.ts';
import { Card, Figures, Remark } from '../ui/controls.tsx';
import './people.css';

/** The last two are the ratings of matches in which bots of players sat. */
type Order = 'rating' | 'skill' | 'season' | 'mixed' | 'bots';
const ORDERS: readonly Order[] = ['rating', 'skill', 'season', 'mixed', 'bots'];

/** The leaderboard of each edition of each game. */
export function BestPage() {
  const best = useTexts(BEST);
  const { words } = useLanguage();
  const { client } = usePlayer();
  const { value: games, ...asked } = useAsked(useCallback(() => gamesOf(client), [client]));
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
        <Way to={PAGES.tournaments} text={best.tournaments} /> <Way to={`${PAGES.wall}?channel`} text={best.channel} />{' '}
        {document.querySelector('meta[name="league"]') && <Way to={PAGES.league} text={best.league} />}
      </p>
      {games === undefined && <Coming of={asked} />}
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
          {by === 'season' ? (
            <Ladder key={preset} game={game.id} preset={preset} />
          ) : (
            <Leaders game={game.id} preset={preset} by={by} />
          )}
        </>
      )}
    </main>
  );
}

const AT_ONCE = 50;

interface LeadersProps {
  readonly game: string;
  readonly preset: string;
  readonly by: Exclude<Order, 'season'>;
}

function Leaders({ game, preset, by }: LeadersProps) {
  const best = useTexts(BEST);
  const told = useTexts(PLAYER);
  const { texts } = useLanguage();
  const { signed, plain } = usePercents();
  const { client } = usePlayer();
  const ask = useCallback(
    async (before: string | undefined) => {
      const list = by === 'mixed' || by === 'bots' ? ({ by: 'rating', pool: by } as const) : { by };
      const page = { preset, ...list, limit: AT_ONCE, ...(before !== undefined && { before }) };
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
        <Figures
          className="figures"
          heads={[best.place, best.player, by === 'skill' ? best.skill : told.rating, told.matches]}
        >
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
        </Figures>
      )}
      {items !== undefined && items.length > 0 && <Remark text={by === 'skill' ? best.skillAbout : told.sure} />}
      {error && <Problem error={error} retry={more} />}
      {more && !error && <Button onClick={more} text={best.more} />}
    </section>
  );
}

// The ladder of a season.

interface LadderProps {
  readonly game: string;
  readonly preset: string;
}

const MOST = 100;

function Ladder({ game, preset }: LadderProps) {
  const best = useTexts(BEST);
  const told = useTexts(PLAYER);
  const texts = useTexts(SEASON);
  const { words } = useLanguage();
  const { client } = usePlayer();
  const [earlier, look] = useState<string>();
  const ask = useCallback(() => {
    const page = { preset, by: 'season' as const, limit: MOST, ...(earlier !== undefined && { season: earlier }) };
    return client.history.leaderboard<string>(game, page);
  }, [client, game, preset, earlier]);
  const { value, ...asked } = useAsked(ask);
  if (value === undefined) return <Coming of={asked} />;
  const { season, players } = value;
  if (season === undefined) return <p className="none">{texts.off}</p>;
  return (
    <Card title={seasonName(season.season, texts, words)}>
      {players.length === 0 && <p className="none">{texts.none(season.fewest)}</p>}
      {players.length > 0 && (
        <Figures className="figures" heads={[best.place, best.player, texts.points, told.matches]}>
          {players.map(({ player, name, ladder, matches }) => (
            <tr key={player}>
              <td>{ladder?.place}</td>
              <th scope="row">
                <Link to={`${PAGES.player}?id=${player}`}>{name}</Link>
              </th>
              <td>{ladder?.points}</td>
              <td>{matches}</td>
            </tr>
          ))}
        </Figures>
      )}
      <Remark text={texts.about(season.fewest)} />
      {asked.error && <Problem error={asked.error} retry={asked.again} />}
      <p className="others">
        <Button onClick={() => look(season.before)} text={texts.before} />
        {earlier !== undefined && <Button onClick={() => look(undefined)} text={texts.today} />}
      </p>
    </Card>
  );
}
