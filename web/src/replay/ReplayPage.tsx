import type { Eyes, Moment } from '@flower-war/client';
import { PAGES } from '@flower-war/protocol/pages';
import { useCallback, useMemo, useState } from 'react';
import { Coming, Problem, useAsked, useDeed } from '../app/asked.tsx';
import { editionName, useLanguage, useTexts, useTitle } from '../app/language.tsx';
import { Link, matchHref, useBehindRules, Way, proofHref, replayHref } from '../app/navigation.tsx';
import { type Cards, useCards, usePlayer } from '../app/player.tsx';
import { accountOnServer, endOf } from '../match/outcome.ts';
import { isForPlayers, type Summary } from '../match/place.ts';
import { neverBegan, type TableSpeech, sitterName } from '@flower-war/board/drawing';
import { seatName } from '@flower-war/words';
import { Film } from './Film.tsx';
import { eyesCalled, eyesIn, type Near, seatIn, seatOf, useMoments } from './moments.ts';
import { REPLAY } from './texts.ts';
import { Button } from '../ui/forms.tsx';
import { Share } from '../ui/controls.tsx';

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
      <Way to={PAGES.home} text={texts.home} />
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
  const { client } = usePlayer();
  const { title, notBegun, toMatch } = useTexts(REPLAY);
  const { words, texts } = useLanguage();
  const { value: summary, ...asked } = useAsked(useCallback(() => client.match(match), [client, match]));
  useBehindRules(summary);
  if (summary === undefined) return <Coming of={asked} whole={{ title }} />;
  if (neverBegan(summary))
    return (
      <main className="page card">
        <h1>{title}</h1>
        {summary.result && <p>{endOf(summary.result, words)}</p>}
        <Way to={PAGES.home} text={texts.home} />
      </main>
    );
  if (summary.status !== 'open') return <Replay summary={summary} step={step} asked={eyes} />;
  return (
    <main className="page card">
      <h1>{title}</h1>
      <p>{notBegun}</p>
      <Way to={matchHref(match)} text={toMatch} />
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
  const cards = useCards(summary.game);
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
      <Loaded key={eyes} summary={summary} cards={cards} eyes={eyes} near={near} look={look} />
    </main>
  );
}

interface LoadedProps {
  readonly summary: Summary;
  readonly cards: Cards;
  readonly eyes: Eyes;
  readonly near: Near;
  /** Changes the eyes, at the moment that is shown. */
  readonly look: (eyes: Eyes, from: Moment | undefined) => void;
}

function Loaded({ summary, cards, eyes, near, look }: LoadedProps) {
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
          cards={cards}
          onShow={setShown}
          account={account}
          isOwn={seatOf(summary, session.player) !== undefined}
          onward={(moment, speech) => <Onward summary={summary} moment={moment} eyes={eyes} speech={speech} />}
        />
      )}
      {error !== undefined && <Problem error={error} retry={again} />}
      {moments.length > 0 && !isWhole && error === undefined && <p className="wait">{loading}</p>}
      {isWhole && summary.status !== 'ended' && <Button onClick={again} text={more} />}
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

interface OnwardProps {
  readonly summary: Summary;
  readonly moment: Moment;
  readonly eyes: Eyes;
  readonly speech: TableSpeech;
}

/** What a person may do with a moment: play on from it, and show it to others. */
function Onward(props: OnwardProps) {
  const { summary, moment, eyes } = props;
  const texts = useTexts(REPLAY);
  const link = new URL(replayHref(summary.match, { step: moment.step, as: eyes }), location.origin).href;
  return (
    <div className="onward">
      <details>
        <summary>{texts.playOn}</summary>
        {summary.status !== 'ended' && <p>{texts.onlyEnded}</p>}
        {summary.status === 'ended' && moment.status !== 'running' && <p>{texts.overHere}</p>}
        {summary.status === 'ended' && moment.status === 'running' && <PlayOn {...props} />}
      </details>
      {summary.status === 'ended' && <Way to={proofHref(summary.match)} text={texts.proof} />}
      {!isForPlayers(summary) && <Share link={link} label={texts.share} />}
    </div>
  );
}

/** The strength of the bots on the other seats. */
const BOT = 'greedy';

function PlayOn({ summary, moment, eyes, speech }: OnwardProps) {
  const { words } = useLanguage();
  const { client, session } = usePlayer();
  const texts = useTexts(REPLAY);
  const [chosen, choose] = useState<number>();
  const { isBusy, error, run } = useDeed();
  const seat = chosen ?? seatIn(eyes) ?? seatOf(summary, session.player) ?? 0;
  const start = () =>
    run(async (go) => {
      const bots = summary.seats.flatMap((one) => (one.seat === seat ? [] : [{ seat: one.seat, bot: BOT }]));
      const next = await client.history.continue(summary.match as string, { seq: moment.seq ?? 0, bots });
      go(matchHref(next.match));
    });
  return (
    <>
      <p>{texts.playOnAbout}</p>
      <p className="buttons">
        <label>
          {texts.playOnAs}{' '}
          <select value={String(seat)} onChange={({ currentTarget }) => choose(Number(currentTarget.value))}>
            {summary.seats.map((one) => (
              <option key={one.seat} value={String(one.seat)}>
                {speech.name(one.seat)} ({sitterName(words, one, { match: summary.match, seat: one.seat })})
              </option>
            ))}
          </select>
        </label>
        <Button className="main" disabled={isBusy} onClick={start} text={texts.playOnStart} />
      </p>
      {error && <Problem error={error} />}
    </>
  );
}
