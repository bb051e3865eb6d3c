/** The tournaments of the server; with `?id=ID` one of them, whose table and matches are kept up to date. */
import type { ListedTournament, TournamentView } from '@flower-war/client';
import { PAGES } from '@flower-war/protocol/pages';
import { useCallback, useEffect } from 'react';
import { editionName } from '../../app/games.ts';
import { useLanguage, useTexts, useTitle } from '../../app/language.tsx';
import { Link, matchHref, useQuery } from '../../app/navigation.tsx';
import { Problem } from '../../app/Problem.tsx';
import { usePlayer } from '../../app/player.tsx';
import { useAsked, useDeed } from '../../app/useAsked.ts';
import { hrefOf, Making, Steering } from './Making.tsx';
import { TOURNAMENTS } from './texts.ts';
import '../../people/people.css';

const LOOK_EVERY_MS = 5000;

export function TournamentsPage() {
  const id = useQuery('id');
  return <main className="page">{id === undefined ? <All /> : <One key={id} id={id} />}</main>;
}

function All() {
  const texts = useTexts(TOURNAMENTS);
  const { texts: common } = useLanguage();
  useTitle(texts.title);
  const { client } = usePlayer();
  const { value, error, again } = useAsked(useCallback(() => client.tournaments.list(), [client]));
  return (
    <>
      <h1>{texts.title}</h1>
      {error && <Problem error={error} retry={again} />}
      {value === undefined && !error && <p className="wait">{common.loading}</p>}
      {value?.length === 0 && <p className="none">{texts.none}</p>}
      <Making />
      {value?.map((one) => (
        <section key={one.tournament} className="card">
          <h2>
            <Link to={hrefOf({ id: one.tournament })}>{one.name}</Link>
          </h2>
          <About of={one} />
        </section>
      ))}
    </>
  );
}

function About({ of }: { readonly of: ListedTournament }) {
  const texts = useTexts(TOURNAMENTS);
  const { words } = useLanguage();
  const starts = useMoment(of.startsAt);
  const facts = [
    texts.kinds[of.kind],
    editionName(words, of.preset),
    texts.status[of.status],
    texts.players(of.entered, of.most),
    ...(of.status === 'open' ? [texts.starts(starts)] : []),
  ];
  return <p>{facts.join(' · ')}</p>;
}

function useMoment(at: number): string {
  const { words } = useLanguage();
  return new Date(at).toLocaleString(words.language, { dateStyle: 'medium', timeStyle: 'short' });
}

function One({ id }: { readonly id: string }) {
  const [code, asked] = [useQuery('code'), Number(useQuery('round') ?? 0)];
  const texts = useTexts(TOURNAMENTS);
  const { client, session } = usePlayer();
  const ask = useCallback(() => {
    const more = { ...(code !== undefined && { code }), ...(asked > 0 && { round: asked }) };
    return client.tournaments.get(id, more);
  }, [client, id, code, asked]);
  const { value, error, again } = useAsked(ask);
  const ends = useMoment(value?.endsAt ?? 0);
  useTitle(value?.name ?? texts.title);
  const isSeen = value !== undefined;
  useEffect(() => {
    if (!isSeen) return; // a wrong code that is sent again and again counts as so many guesses
    const timer = setInterval(again, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [again, isSeen]);
  if (value === undefined) return error ? <Problem error={error} retry={again} /> : <h1>{texts.title}</h1>;
  return (
    <>
      <h1>{value.name}</h1>
      <About of={value} />
      {value.status === 'running' && value.endsAt !== undefined && <p>{texts.ends(ends)}</p>}
      {value.isPaused && <p>{texts.paused}</p>}
      <Deeds of={value} code={code} onDone={again} />
      {value.by?.player === session.player && value.status !== 'ended' && <Steering of={value} onDone={again} />}
      <Standings of={value} />
      {value.round > 0 && <Round of={value} code={code} />}
      <Link to={PAGES.tournaments} className="button quiet">
        {texts.all}
      </Link>
    </>
  );
}

interface OfProps {
  readonly of: TournamentView;
  readonly code?: string | undefined;
}

/** What the player can do about it now. */
function Deeds({ of, code, onDone }: OfProps & { readonly onDone: () => void }) {
  const texts = useTexts(TOURNAMENTS);
  const { client } = usePlayer();
  const { isBusy, error, run } = useDeed();
  const { tournament, mine, status, lateEntry } = of;
  const isIn = mine !== undefined && mine.state !== 'withdrawn';
  const deed = (name: string, doing: () => Promise<unknown>) => (
    <button type="button" disabled={isBusy} onClick={() => run(() => doing().then(onDone))}>
      {name}
    </button>
  );
  if (status === 'ended') return null;
  return (
    <div className="others">
      {mine?.match !== undefined && (
        <Link to={matchHref(mine.match)} className="button main">
          {texts.match}
        </Link>
      )}
      {!isIn && (status === 'open' || lateEntry) && deed(texts.enter, () => client.tournaments.enter(tournament, code))}
      {isIn && mine.state !== 'checked-in' && deed(texts.checkIn, () => client.tournaments.checkIn(tournament))}
      {isIn && deed(texts.withdraw, () => client.tournaments.withdraw(tournament))}
      {error && <Problem error={error} />}
    </div>
  );
}

function Standings({ of: { standings, tieBreaks } }: OfProps) {
  const texts = useTexts(TOURNAMENTS);
  if (standings.length === 0) return null;
  return (
    <section className="card">
      <h2>{texts.table}</h2>
      <table className="figures">
        <thead>
          <tr>
            <th scope="col">{texts.place}</th>
            <th scope="col">{texts.player}</th>
            <th scope="col">{texts.points}</th>
            <th scope="col">{texts.matches}</th>
          </tr>
        </thead>
        <tbody>
          {standings.map(({ player, name, rank, points, matches, state }) => (
            <tr key={player}>
              <td>{rank}</td>
              <th scope="row">
                <Link to={`${PAGES.player}?id=${player}`}>{name}</Link>
                {(state === 'away' || state === 'withdrawn') && <small> ({texts[state]})</small>}
              </th>
              <td>{points}</td>
              <td>{matches}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        <small>{texts.ties(tieBreaks.map((one) => texts.tieBreaks[one]).join(', '))}</small>
      </p>
    </section>
  );
}

/** The matches of a round: in a knockout one round after the other is its bracket. */
function Round({ of, code }: OfProps) {
  const texts = useTexts(TOURNAMENTS);
  const { tournament: id, round, lastRound, tables, byes } = of;
  return (
    <section className="card">
      <h2>{texts.round(round)}</h2>
      <ul>
        {tables.map((table) => (
          <li key={table.match}>
            <Link to={matchHref(table.match)}>{table.seats.map(({ name }) => name).join(' – ')}</Link>{' '}
            <small>{outcomeOf(table, texts)}</small>
          </li>
        ))}
      </ul>
      {byes.length > 0 && <p>{texts.byes(byes.map(({ name }) => name).join(', '))}</p>}
      <p className="others">
        {round > 1 && (
          <Link to={hrefOf({ id, code, round: round - 1 })} className="button quiet">
            {texts.earlier}
          </Link>
        )}
        {round < lastRound && (
          <Link to={hrefOf({ id, code, round: round + 1 })} className="button quiet">
            {texts.later}
          </Link>
        )}
      </p>
    </section>
  );
}

function outcomeOf({ seats, outcome }: TournamentView['tables'][number], texts: typeof TOURNAMENTS.en): string {
  if (outcome === undefined) return texts.running;
  return seats.map(({ place, isAbsent }) => (isAbsent ? texts.absent : `${place}.`)).join(' – ');
}
