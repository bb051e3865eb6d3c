/** The tournaments of the server; with `?id=ID` one of them, whose table and matches are kept up to date. */
import {
  FlowerWarClient,
  followTournament,
  type ListedTournament,
  type TournamentStep,
  type TournamentView,
  type TournamentWish,
} from '@flower-war/client';
import { PAGES } from '@flower-war/protocol/pages';
import { Fragment, useCallback, useEffect, useState } from 'react';
import { editionName, useLanguage, useTexts, useTitle } from '../../app/language.tsx';
import { gamesOf, type Hosted, usePlayer } from '../../app/player.tsx';
import { Link, matchHref, useQuery, Way } from '../../app/navigation.tsx';
import { Coming, asError, Problem, useAsked, useDeed } from '../../app/asked.tsx';
import { Drawing, Drawn, ToMatch } from './Bracket.tsx';
import { TOURNAMENTS } from './texts.ts';
import { Button, Field, Form, Select } from '../../ui/forms.tsx';
import { Card, Share, Figures, Remark } from '../../ui/controls.tsx';
import '../../people/people.css';

const LOOK_EVERY_MS = 5000;

export function TournamentsPage() {
  const id = useQuery('id');
  return <main className="page">{id === undefined ? <All /> : <One key={id} id={id} />}</main>;
}

function All() {
  const texts = useTexts(TOURNAMENTS);
  useTitle(texts.title);
  const { client } = usePlayer();
  const { value, ...asked } = useAsked(useCallback(() => allFor(client), [client]));
  return (
    <>
      <h1>{texts.title}</h1>
      {value === undefined && <Coming of={asked} />}
      {value?.length === 0 && <p className="none">{texts.none}</p>}
      <Making again={asked.again} />
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

/** What this player takes part in comes first. Private ones stand on no other list. */
async function allFor({ tournaments }: FlowerWarClient): Promise<readonly ListedTournament[]> {
  const [mine, open] = await Promise.all([tournaments.mine(), tournaments.list()]);
  const going = mine.filter(({ status }) => status !== 'ended');
  return [...new Map([...going, ...open, ...mine].map((one) => [one.tournament, one])).values()];
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
  if (value === undefined)
    return (
      <>
        <h1>{texts.title}</h1>
        <Coming of={{ error, again }} />
      </>
    );
  return (
    <>
      <h1>{value.name}</h1>
      <About of={value} />
      {value.status === 'running' && value.endsAt !== undefined && <p>{texts.ends(ends)}</p>}
      {value.isPaused && <p>{texts.paused}</p>}
      <Deeds of={value} code={code} onDone={again} />
      {value.by?.player === session.player && value.status !== 'ended' && <Steering of={value} onDone={again} />}
      <Standings of={value} />
      <Drawing of={value} code={code} />
      {value.round > 0 && value.kind !== 'knockout' && <Round of={value} code={code} />}
      <Way to={PAGES.tournaments} look="quiet" text={texts.all} />
      {error && <Problem error={error} retry={again} />}
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
    <Button disabled={isBusy} onClick={() => run(() => doing().then(onDone))} text={name} />
  );
  if (status === 'ended') return null;
  return (
    <div className="others">
      {mine?.match !== undefined && <Way to={matchHref(mine.match)} look="main" text={texts.match} />}
      {!isIn && (status === 'open' || lateEntry) && deed(texts.enter, () => client.tournaments.enter(tournament, code))}
      {mine?.mayCheckIn && deed(texts.checkIn, () => client.tournaments.checkIn(tournament))}
      {isIn && deed(texts.withdraw, () => client.tournaments.withdraw(tournament))}
      {error && <Problem error={error} />}
    </div>
  );
}

function Standings({ of: { standings, tieBreaks } }: OfProps) {
  const texts = useTexts(TOURNAMENTS);
  if (standings.length === 0) return null;
  return (
    <Card title={texts.table}>
      <Figures className="figures" heads={[texts.place, texts.player, texts.points, texts.matches]}>
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
      </Figures>
      <Remark text={texts.ties(tieBreaks.map((one) => texts.tieBreaks[one]).join(', '))} />
    </Card>
  );
}

/** The matches of a round. The bracket of a knockout has them all. */
function Round({ of, code }: OfProps) {
  const texts = useTexts(TOURNAMENTS);
  const { tournament: id, round, lastRound, tables, byes } = of;
  return (
    <Card title={texts.round(round)}>
      <ul>
        {tables.map((table) => (
          <li key={table.match}>
            <ToMatch of={table}>
              {table.seats.map(({ player, name }, place) => (
                <Fragment key={player}>
                  {place > 0 && ' – '}
                  <bdi>{name}</bdi>
                </Fragment>
              ))}
            </ToMatch>{' '}
            <small>{outcomeOf(table, texts)}</small>
          </li>
        ))}
      </ul>
      {byes.length > 0 && <p>{texts.byes(byes.map(({ name }) => name).join(', '))}</p>}
      <p className="others">
        {round > 1 && <Way to={hrefOf({ id, code, round: round - 1 })} look="quiet" text={texts.earlier} />}
        {round < lastRound && <Way to={hrefOf({ id, code, round: round + 1 })} look="quiet" text={texts.later} />}
      </p>
    </Card>
  );
}

function outcomeOf({ seats, outcome }: TournamentView['tables'][number], texts: typeof TOURNAMENTS.en): string {
  if (outcome === undefined) return texts.running;
  if (outcome === 'unplayed') return texts.unplayed;
  return seats.map(({ place, isAbsent }) => (isAbsent ? texts.absent : `${place}.`)).join(' – ');
}

// What a player does who makes a tournament: says what it is, and steers it.

interface Address {
  readonly id: string;
  readonly code?: string | undefined;
  readonly round?: number | undefined;
}

/** Of one tournament, or of a round of it. */
function hrefOf({ id, code, round }: Address): string {
  const more = { ...(code !== undefined && { code }), ...(round !== undefined && { round: String(round) }) };
  return `${PAGES.tournaments}?${new URLSearchParams({ id, ...more })}`;
}

const KINDS = Object.keys(TOURNAMENTS.en.kinds) as readonly TournamentWish['kind'][];
/** Some games have fewer; the server says so. */
const SEATS = [2, 3, 4, 5, 6];
const HOUR_MS = 3_600_000;
const [SHORTEST_NAME, LONGEST_NAME] = [3, 60];

function Making({ again }: { readonly again: () => void }) {
  const texts = useTexts(TOURNAMENTS);
  const { client } = usePlayer();
  const { value: games, ...asked } = useAsked(useCallback(() => gamesOf(client), [client]));
  const { isBusy, error, run } = useDeed();
  const make = (said: (field: string) => string) =>
    run(async (go) => {
      // If no answer comes, the list tells whether it was made.
      const { tournament } = await client.tournaments.create(wishIn(said, games ?? [])).finally(again);
      go(hrefOf({ id: tournament }));
    });
  if (games === undefined) return <Coming of={asked} />;
  return (
    <details className="card making">
      <summary>{texts.make}</summary>
      <Form send={make} className="line adding">
        <Field
          label={texts.name}
          name="name"
          required
          minLength={SHORTEST_NAME}
          maxLength={LONGEST_NAME}
          autoComplete="off"
        />
        <Choices games={games} />
        <Field
          label={texts.when}
          name="when"
          type="datetime-local"
          required
          defaultValue={localTime(Date.now() + HOUR_MS)}
        />
        <label>
          <input name="private" type="checkbox" /> {texts.private}
        </label>
        <Button type="submit" className="main" disabled={isBusy} text={texts.make} />
        {error && <Problem error={error} />}
      </Form>
    </details>
  );
}

function Choices({ games }: { readonly games: readonly Hosted[] }) {
  const texts = useTexts(TOURNAMENTS);
  const { words } = useLanguage();
  const editions = games.flatMap((game) => game.presets.map(({ id }) => id));
  return (
    <>
      <Select label={texts.kind} name="kind" defaultValue="swiss" values={KINDS} nameOf={(kind) => texts.kinds[kind]} />
      <Select label={texts.game} name="preset" values={editions} nameOf={(preset) => editionName(words, preset)} />
      <Select label={texts.seats} name="seats" values={SEATS} />
    </>
  );
}

function wishIn(said: (field: string) => string, games: readonly Hosted[]): TournamentWish {
  const preset = said('preset');
  return {
    name: said('name'),
    kind: said('kind') as TournamentWish['kind'],
    game: games.find((game) => game.presets.some(({ id }) => id === preset))?.id ?? '',
    preset,
    seats: Number(said('seats')),
    startsAt: new Date(said('when')).getTime(),
    visibility: said('private') === 'on' ? 'private' : 'public',
  };
}

/** As the field wants it: in the time of the person, without seconds. */
function localTime(at: number): string {
  return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

interface SteeringProps {
  readonly of: TournamentView;
  readonly onDone: () => void;
}

/** For who has made it. To end it is final, and asks once more. */
function Steering({ of: { tournament, status, isPaused, code }, onDone }: SteeringProps) {
  const texts = useTexts(TOURNAMENTS);
  const { client } = usePlayer();
  const { isBusy, error, run } = useDeed();
  const [isEnding, setEnding] = useState(false);
  const steer = (to: TournamentStep) => (
    <Button
      disabled={isBusy}
      onClick={() => run(() => client.tournaments.steer(tournament, to).then(onDone))}
      text={texts.steps[to]}
    />
  );
  return (
    <section className="card" aria-label={texts.yours}>
      <p>{texts.yours}</p>
      {code !== undefined && (
        <Share link={new URL(hrefOf({ id: tournament, code }), location.origin).href} label={texts.invite} />
      )}
      <div className="others">
        {status === 'open' && steer('begin')}
        {status === 'running' && steer(isPaused ? 'go-on' : 'pause')}
        {isEnding ? steer('end') : <Button className="quiet" onClick={() => setEnding(true)} text={texts.toEnd} />}
        {error && <Problem error={error} />}
      </div>
    </section>
  );
}

// A tournament in a frame of another site: it knows no player, reads no token, and has nothing to press but links that open elsewhere.

export function Framed({ id }: { readonly id: string }) {
  const texts = useTexts(TOURNAMENTS);
  const [shown, setShown] = useState<TournamentView>();
  const [error, setError] = useState<Error>();
  useTitle(shown?.name ?? texts.title);
  useEffect(() => {
    const stop = new AbortController();
    const follow = async () => {
      const client = new FlowerWarClient({ url: location.origin });
      for await (const view of followTournament(client, id, { tables: 'all', signal: stop.signal })) setShown(view);
    };
    follow().catch((thrown) => setError(asError(thrown)));
    return () => stop.abort();
  }, [id]);
  if (error !== undefined || shown === undefined) return <Coming of={{ error }} whole={{ title: texts.title }} />;
  return (
    <main className="page framed">
      <h1>
        <Link to={`${PAGES.tournaments}?id=${id}`}>{shown.name}</Link>
      </h1>
      <About of={shown} />
      <Drawn of={shown} />
      <Standings of={shown} />
    </main>
  );
}
