/** How the bots of this server stand against each other, from the matches that they play while no person does. */
import type { League } from '@flower-war/protocol';
import { PAGES } from '@flower-war/protocol/pages';
import { useCallback, useState } from 'react';
import { Coming, useAsked } from '../../app/asked.tsx';
import { ownCall } from '../../app/ownCall.ts';
import { gameName, useLanguage, useTexts, useTitle } from '../../app/language.tsx';
import { matchHref, replayHref, Way } from '../../app/navigation.tsx';
import { gamesOf, usePlayer } from '../../app/player.tsx';
import { Choice } from '../../ui/forms.tsx';
import { Card, Figures, Remark } from '../../ui/controls.tsx';
import { LEAGUE } from './texts.ts';
import '../../people/people.css';

type Place = League['bots'][number];
type Pair = League['pairs'][number];
type Match = League['newest'][number];

export function LeaguePage() {
  const told = useTexts(LEAGUE);
  const { words } = useLanguage();
  const { client } = usePlayer();
  const { value: games, ...asked } = useAsked(useCallback(() => gamesOf(client), [client]));
  const [chosen, choose] = useState<string>();
  const ids = games?.map(({ id }) => id as string) ?? [];
  const game = ids.find((id) => id === chosen) ?? ids[0];
  useTitle(told.title);
  return (
    <main className="page">
      <h1>{told.title}</h1>
      <p>{told.about}</p>
      {games === undefined && <Coming of={asked} />}
      {game !== undefined && (
        <>
          <Choice title={told.game} values={ids} chosen={game} name={(id) => gameName(words, id)} choose={choose} />
          <OfGame key={game} game={game} />
        </>
      )}
    </main>
  );
}

const leagueOf = (game: string) => ownCall<League>(`/api/league?${new URLSearchParams({ game })}`);

function OfGame({ game }: { readonly game: string }) {
  const told = useTexts(LEAGUE);
  const { value, ...asked } = useAsked(useCallback(() => leagueOf(game), [game]));
  if (value === undefined) return <Coming of={asked} />;
  return (
    <>
      <p>
        <a href={`${PAGES.league}.atom`}>{told.feed}</a>
      </p>
      {value.perDay === 0 && <p className="none">{told.off}</p>}
      <Bots bots={value.bots} />
      {value.pairs.length > 0 && <Pairs pairs={value.pairs} />}
      <Newest matches={value.newest} />
    </>
  );
}

/** `hard · 5`, and for a file of the host `homeward · 5f0c1a9be27d`. */
function useNames() {
  const { words } = useLanguage();
  return ({ bot, version }: Pick<Place, 'bot' | 'version'>) => `${words.bot(bot).level || bot} · ${version}`;
}

const MILLION = 1_000_000;

function useFigures() {
  const { language } = useLanguage().words;
  const { format } = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const { early } = useTexts(LEAGUE);
  return (figure: Place['account']) =>
    figure === undefined ? early : `${format(figure.value / MILLION)} ± ${format(figure.within / MILLION)}`;
}

function Bots({ bots }: Pick<League, 'bots'>) {
  const told = useTexts(LEAGUE);
  const [name, figure] = [useNames(), useFigures()];
  return (
    <Card title={told.bots}>
      <Figures className="figures" heads={[told.bot, told.account, told.result]}>
        {bots.map((one) => (
          <tr key={name(one)}>
            <th scope="row">
              {name(one)} <Played {...one} isGone={!one.plays} />
            </th>
            <td>{figure(one.account)}</td>
            <td>{figure(one.result)}</td>
          </tr>
        ))}
      </Figures>
      <Remark text={told.lostAbout} />
    </Card>
  );
}

interface PlayedProps extends Pick<Pair, 'matches' | 'voided'> {
  readonly lost?: number;
  readonly isGone?: boolean;
}

function Played({ matches, voided, lost = 0, isGone = false }: PlayedProps) {
  const told = useTexts(LEAGUE);
  const parts = [
    told.played(matches),
    voided > 0 && told.voided(voided),
    lost > 0 && told.lost(lost),
    isGone && told.gone,
  ];
  return (
    <>
      <br />
      <small>{parts.filter(Boolean).join(', ')}</small>
    </>
  );
}

function Pairs({ pairs }: Pick<League, 'pairs'>) {
  const told = useTexts(LEAGUE);
  const [name, figure] = [useNames(), useFigures()];
  const known = ({ bots: [one, other], verdict }: Pair) => {
    if (verdict === 'better' || verdict === 'worse') return told.better(name(verdict === 'better' ? one : other));
    return told[verdict];
  };
  return (
    <Card title={told.pairs}>
      <Figures className="figures" heads={[told.pair, told.verdict]}>
        {pairs.map((pair) => {
          const [one, other] = pair.bots;
          const title = told.against(name(one), name(other));
          return (
            <tr key={title}>
              <th scope="row">
                {title} <Played {...pair} />
              </th>
              <td>
                {known(pair)}
                <br />
                <small>
                  {told.account}: {figure(pair.account)}
                </small>
              </td>
            </tr>
          );
        })}
      </Figures>
    </Card>
  );
}

function Newest({ matches }: { readonly matches: readonly Match[] }) {
  const told = useTexts(LEAGUE);
  const { language } = useLanguage().words;
  const name = useNames();
  const when = new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'short' });
  return (
    <Card title={told.newest}>
      {matches.length === 0 && <p className="none">{told.none}</p>}
      <ul aria-label={told.newest}>
        {matches.map((played) => (
          <li key={played.match} className="row">
            <span className="what">
              <strong>{told.against(name(played.bots[0]), name(played.bots[1]))}</strong>
              <span>{`${when.format(played.at)} · ${endingOf(played, told, name)}`}</span>
            </span>
            {played.state === 'playing' ? (
              <Way to={matchHref(played.match)} look="quiet" text={told.watch} />
            ) : (
              <Way to={replayHref(played.match)} look="quiet" text={told.replay} />
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function endingOf({ state, result, bots }: Match, told: typeof LEAGUE.en, name: ReturnType<typeof useNames>): string {
  if (state !== 'counted' || result === undefined) return state === 'void' ? told.void : told.playing;
  const winner = result > MILLION ? bots[0] : bots[1];
  return result === MILLION ? told.drawn : told.won(name(winner));
}
