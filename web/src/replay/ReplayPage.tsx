import type { Eyes, Moment } from '@flower-war/client';
import { PAGES } from '@flower-war/protocol/pages';
import { useCallback, useMemo, useState } from 'react';
import { Problem } from '../app/Problem.tsx';
import { editionName, sitterName } from '../app/games.ts';
import { useLanguage, useTexts, useTitle } from '../app/language.tsx';
import { Link, matchHref, useBehindRules } from '../app/navigation.tsx';
import { usePlayer } from '../app/player.tsx';
import { useAsked } from '../app/useAsked.ts';
import { accountOnServer } from '../match/outcome.ts';
import type { Summary } from '../match/place.ts';
import { seatName } from '../moves/cardWords.ts';
import { Film, Onward } from './Film.tsx';
import { eyesCalled, eyesIn, type Near, seatIn, seatOf, useMoments } from './moments.ts';
import { REPLAY } from './texts.ts';

/** `?match=ID&step=4&as=seat:0` */
export function ReplayPage() {
  const { title, none } = useTexts(REPLAY);
  const { texts } = useLanguage();
  useTitle(title);
  const asked = new URLSearchParams(location.search);
  const match = asked.get('match');
  if (match !== null && match !== '')
    return <Asked key={location.search} match={match} step={Number(asked.get('step') ?? 0)} eyes={asked.get('as')} />;
  return (
    <main className="page card">
      <h1>{title}</h1>
      <p>{none}</p>
      <Link to={PAGES.home} className="button">
        {texts.home}
      </Link>
    </main>
  );
}

interface AskedProps {
  readonly match: string;
  readonly step: number;
  /** As the address names them. */
  readonly eyes: string | null;
}

function Asked({ match, step, eyes }: AskedProps) {
  const { texts } = useLanguage();
  const { client } = usePlayer();
  const { notBegun, toMatch } = useTexts(REPLAY);
  const { value: summary, error, again } = useAsked(useCallback(() => client.match(match), [client, match]));
  useBehindRules(summary);
  if (error !== undefined) return <Problem error={error} retry={again} />;
  if (summary === undefined) return <p className="wait">{texts.loading}</p>;
  if (summary.status !== 'open') return <Replay summary={summary} step={step} asked={eyes} />;
  return (
    <main className="page card">
      <p>{notBegun}</p>
      <Link to={matchHref(match)} className="button">
        {toMatch}
      </Link>
    </main>
  );
}

interface ReplayProps {
  readonly summary: Summary;
  readonly step: number;
  readonly asked: string | null;
}

/** A match from its start on, through the eyes that the person chooses. */
function Replay({ summary, step, asked }: ReplayProps) {
  const { words } = useLanguage();
  const { session } = usePlayer();
  const { title } = useTexts(REPLAY);
  const [eyes, setEyes] = useState(() => eyesCalled(asked, summary, session.player));
  const [near, setNear] = useState<Near>({ step });
  const look = (through: Eyes, from: Moment | undefined) => {
    if (from !== undefined) setNear({ at: from.at, ...(from.seq !== undefined && { seq: from.seq }) });
    setEyes(through);
  };
  return (
    <main className="replay">
      <h1>
        {title} <small>{editionName(words, summary.preset)}</small>
      </h1>
      {summary.status !== 'ended' && <StillRunning summary={summary} />}
      <Loaded key={eyes} summary={summary} eyes={eyes} near={near} look={look} />
    </main>
  );
}

interface LoadedProps {
  readonly summary: Summary;
  readonly eyes: Eyes;
  readonly near: Near;
  /** Changes the eyes, at the moment that is shown. */
  readonly look: (eyes: Eyes, from: Moment | undefined) => void;
}

function Loaded({ summary, eyes, near, look }: LoadedProps) {
  const { loading, more } = useTexts(REPLAY);
  const { client, session } = usePlayer();
  const reel = useMoments(summary.match, eyes);
  const isOver = summary.status === 'ended' && summary.result?.result !== 'aborted';
  const account = useMemo(
    () => (isOver ? accountOnServer(client, summary.match, eyes) : undefined),
    [client, summary.match, eyes, isOver],
  );
  const [shown, setShown] = useState<Moment>();
  const { moments, isWhole, error, again } = reel;
  return (
    <>
      <EyesChoice summary={summary} eyes={eyes} shown={shown} choose={(other) => look(other, shown)} />
      {moments.length === 0 && !isWhole && error === undefined && <p className="wait">{loading}</p>}
      {moments.length > 0 && (
        <Film
          summary={summary}
          eyes={eyes}
          reel={reel}
          near={near}
          onShow={setShown}
          account={account}
          isOwn={seatOf(summary, session.player) !== undefined}
          onward={(moment, speech) => <Onward summary={summary} moment={moment} eyes={eyes} speech={speech} />}
        />
      )}
      {error !== undefined && <Problem error={error} retry={again} />}
      {moments.length > 0 && !isWhole && error === undefined && <p className="wait">{loading}</p>}
      {isWhole && summary.status !== 'ended' && (
        <button type="button" onClick={again}>
          {more}
        </button>
      )}
    </>
  );
}

interface EyesProps extends Pick<LoadedProps, 'summary' | 'eyes'> {
  readonly shown: Moment | undefined;
  readonly choose: (eyes: Eyes) => void;
}

function EyesChoice({ summary, eyes, shown, choose }: EyesProps) {
  const { words } = useLanguage();
  const { session } = usePlayer();
  const texts = useTexts(REPLAY);
  const called = (one: Eyes): string => {
    const holder = summary.seats[seatIn(one) ?? -1];
    if (holder === undefined) return texts.seers[one as 'spectator' | 'all'];
    const { seat } = holder;
    const place = seatName({ game: summary.game, view: shown?.view ?? {} }, seat, words);
    return `${place} (${sitterName(words, holder, { match: summary.match, seat })})`;
  };
  return (
    <label className="eyes">
      {texts.eyes}{' '}
      <select value={eyes} onChange={({ currentTarget }) => choose(currentTarget.value as Eyes)}>
        {eyesIn(summary, session.player).map((one) => (
          <option key={one} value={one}>
            {called(one)}
          </option>
        ))}
      </select>
    </label>
  );
}

function StillRunning({ summary: { match, table } }: Pick<ReplayProps, 'summary'>) {
  const { running, delayed, toMatch } = useTexts(REPLAY);
  return (
    <p className="banner">
      {running} {table.watching === 'delayed' && delayed} <Link to={matchHref(match)}>{toMatch}</Link>
    </p>
  );
}
