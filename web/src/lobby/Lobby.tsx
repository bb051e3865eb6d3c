import { type FlowerWarClient, type MatchChallenge, type PlayedMatch, UnreachableError } from '@flower-war/client';
import { useLobby } from '@flower-war/client/react';
import { PAGES } from '@flower-war/protocol/pages';
import { type ComponentType, Suspense, useCallback, useEffect, useState } from 'react';
import { gamesOf, type Hosted, PasskeySignIn, usePlayer } from '../app/player.tsx';
import { editionName, useLanguage, useTexts, useTitle } from '../app/language.tsx';
import { late } from '@flower-war/board/drawing';
import { type Loading, Problem, useAsked, useDeed, useEvery } from '../app/asked.tsx';
import { matchHref, replayHref, Way } from '../app/navigation.tsx';
import { keptSession } from '../app/setting.ts';
import type { ChallengesProps } from '../people/Ties.tsx';
import type { Entry } from './Matches.tsx';
import { PlayedRows } from '../ui/PlayedRows.tsx';
import { LOBBY } from './texts.ts';
import { editionsIn, usualWish, useStart, type Wish, wishAfter, wishText } from './wish.ts';
import { Button } from '../ui/forms.tsx';

/** What stands below the first screen, and the board that is alive, come when a person can already play. */
const Games = late(async () => (await import('./Games.tsx')).Games);
const Matches = late(async () => (await import('./Matches.tsx')).Matches);
const Showcase = late(async () => (await import('./Showcase.tsx')).Showcase);
const Offline = late(async () => (await import('../offline/Offline.tsx')).Offline);

const ASKED = 8;
const GOING_ON = 3;
const NONE: readonly PlayedMatch[] = [];

/** The first page: what the game is, the ways into a match, and a board that is alive. Who has matches under way finds them first. */
export function Lobby() {
  const { texts } = useLanguage();
  const { client } = usePlayer();
  const mine = useAsked(useCallback(() => client.history.mine({ limit: ASKED }), [client]));
  const games = useAsked(useCallback(() => gamesOf(client), [client]));
  useTitle();
  const isNew = useNew();
  const asked = useChallenges(client, isNew);
  const isAnswered = [mine, asked].every(({ value, error }) => value !== undefined || error !== undefined);
  const played = mine.value?.matches ?? NONE;
  const goingOn = played.filter(({ status }) => status !== 'ended').slice(0, GOING_ON);
  const wish = games.value && wishIn(games.value, played);
  const error = games.error ?? mine.error;
  const again = () => {
    games.again();
    mine.again();
  };
  if (error instanceof UnreachableError)
    return (
      <Suspense>
        <Offline again={again} />
      </Suspense>
    );
  return (
    <main className="lobby">
      {error && <Problem error={error} retry={again} />}
      {(isNew || isAnswered) && wish && games.value ? (
        <>
          <Hero wish={wish} mine={played} goingOn={goingOn} asked={asked} />
          <Suspense fallback={<p className="wait">{texts.loading}</p>}>
            <Games games={games.value} last={wish} />
            <Matches
              mine={played.filter((one) => !goingOn.includes(one))}
              hasMore={mine.value?.next !== undefined}
              wish={wish}
            />
          </Suspense>
        </>
      ) : (
        !error && <p className="wait">{texts.loading}</p>
      )}
    </main>
  );
}

let isFirstVisit = keptSession() === undefined;

/** A guest who has just come has no matches, so that the page need not wait for their list. */
function useNew(): boolean {
  const [isNew] = useState(isFirstVisit);
  useEffect(() => {
    isFirstVisit = false;
  }, []);
  return isNew;
}

const ASK_EVERY_MS = 10_000;

/** A guest who has just come has none. */
function useChallenges(client: FlowerWarClient, isNew: boolean): Loading<OpenChallenges> {
  const asked = useAsked(useCallback(async () => (isNew ? NOTHING : challengesOf(client)), [client, isNew]));
  const { again } = asked;
  useEvery(
    useCallback(() => document.hidden || again(), [again]),
    ASK_EVERY_MS,
  );
  return asked;
}

interface OpenChallenges {
  readonly challenges: readonly MatchChallenge[];
  /** The part that shows them comes with them, so that nothing moves later. */
  readonly Shown?: ComponentType<ChallengesProps>;
}

const NOTHING: OpenChallenges = { challenges: [] };

async function challengesOf({ people }: FlowerWarClient): Promise<OpenChallenges> {
  const challenges = await people.challenges();
  if (challenges.length === 0) return NOTHING;
  return { challenges, Shown: (await import('../people/Ties.tsx')).Challenges };
}

/** A challenge that waits, or that was answered lately and has led to no seat yet. */
const isNews = ({ state, endsAt, match }: MatchChallenge, mine: readonly PlayedMatch[]): boolean =>
  (state === 'open' || endsAt > Date.now()) && !mine.some((played) => played.match === match);

/** The game that was played last, or the one for people who have never played. */
function wishIn(games: readonly Hosted[], [last]: readonly PlayedMatch[]): Wish | undefined {
  const [first] = editionsIn(games);
  return (last && wishAfter(games, last)) ?? (first && usualWish(first));
}

interface HeroProps {
  readonly wish: Wish;
  readonly mine: readonly PlayedMatch[];
  readonly goingOn: readonly PlayedMatch[];
  readonly asked: Loading<OpenChallenges>;
}

/** What a stranger sees in three seconds. */
function Hero({ wish, mine, goingOn, asked }: HeroProps) {
  const { texts } = useLanguage();
  const told = useTexts(LOBBY);
  const { client } = usePlayer();
  const { matches, status } = useLobby(client);
  const entry = useWorthWatching(matches, mine);
  const { challenges, Shown } = asked.value ?? NOTHING;
  const news = challenges.filter((one) => isNews(one, mine));
  const open = matches.find((one) => one.status === 'open' && !isIn(mine, one));
  return (
    <section className="hero">
      <div className="pitch">
        <h1>{texts.title}</h1>
        <p className="lead">{told.lead}</p>
        {goingOn.length > 0 && (
          <section className="going-on">
            <h2>{texts.lists.goOn}</h2>
            <PlayedRows matches={goingOn} areOwn />
          </section>
        )}
        {Shown && news.length > 0 && <Shown challenges={news} again={asked.again} />}
        <Play wish={wish} />
        <div className="leads">
          <Way to={PAGES.learn} text={told.learn} />
          <Way to={`${PAGES.puzzles}?day`} text={told.puzzle} />
          {entry === undefined ? <WatchPast /> : <Way to={matchHref(entry.match)} text={told.watch} />}
          {open !== undefined && <Join entry={open} />}
          {mine.length === 0 && <PasskeySignIn to={PAGES.home} />}
        </div>
      </div>
      <Stage entry={entry} isKnown={status !== 'idle' && status !== 'opening'} />
    </section>
  );
}

function Play({ wish }: Pick<HeroProps, 'wish'>) {
  const language = useLanguage();
  const told = useTexts(LOBBY);
  const { isBusy, error, start } = useStart();
  return (
    <div className="play">
      <Button className="main" disabled={isBusy} onClick={() => start(wish)} text={told.play} />
      <p>
        <small>{wishText(wish, language)}</small>{' '}
        <Way to={`${PAGES.new}?game=${wish.game.id}`} look="quiet" text={told.change} />
      </p>
      {error && <Problem error={error} />}
    </div>
  );
}

/** A match that was played here before, if possible one that was played to its end. It is looked for when a person wants it. */
function WatchPast() {
  const told = useTexts(LOBBY);
  const { client } = usePlayer();
  const [hasNone, setNone] = useState(false);
  const { isBusy, error, run } = useDeed();
  const look = async (go: (href: string) => void) => {
    const past = await client.list({ status: 'ended' });
    const match = past.find(({ result }) => result?.result === 'win') ?? past[0];
    if (match === undefined) setNone(true);
    else go(replayHref(match.match));
  };
  return (
    <>
      <Button disabled={isBusy} onClick={() => run(look)} text={told.watch} />
      {hasNone && <small role="status">{told.noneYet}</small>}
      {error && <Problem error={error} />}
    </>
  );
}

/** The match that has waited least. */
function Join({ entry }: { readonly entry: Entry }) {
  const { words } = useLanguage();
  const { joinOne } = useTexts(LOBBY);
  return <Way to={matchHref(entry.match)} text={joinOne(entry.host, editionName(words, entry.preset))} />;
}

// The match that is shown on the first page.

const isIn = (mine: readonly PlayedMatch[], { match }: Entry): boolean => mine.some((played) => played.match === match);

/** A match in which people play now, with as many of them as there are. It stays the same until it ends. */
function useWorthWatching(matches: readonly Entry[], mine: readonly PlayedMatch[]): Entry | undefined {
  const [kept, keep] = useState<string>();
  const all = matches.filter((entry) => isAlive(entry) && !isIn(mine, entry));
  const [best] = all.toSorted((one, other) => peopleIn(other) - peopleIn(one));
  const chosen = all.find(({ match }) => match === kept) ?? best;
  const id = chosen?.match;
  useEffect(() => keep(id), [id]);
  return chosen;
}

const peopleIn = ({ seats }: Entry): number => seats.filter(({ kind, present }) => kind === 'player' && present).length;

/** Where a turn takes days, nothing moves while one looks. */
const isAlive = (entry: Entry): boolean =>
  entry.status === 'running' && entry.watching !== 'off' && entry.clock !== 'days' && peopleIn(entry) > 0;

interface StageProps {
  readonly entry: Entry | undefined;
  /** Whether the list of matches has come, or cannot. */
  readonly isKnown: boolean;
}

/** The place of the board, which is there before the board is. */
function Stage({ entry, isKnown }: StageProps) {
  const isIdle = useIdle();
  return (
    <figure className="stage">
      <Suspense>{isIdle && isKnown && <Showcase entry={entry} />}</Suspense>
    </figure>
  );
}

/** So long a busy browser may put the board off. */
const PATIENCE_MS = 2000;

/** Whether the browser has done all that a person waits for. */
function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    const done = () => setIdle(true);
    if (globalThis.requestIdleCallback === undefined) {
      const timer = setTimeout(done, PATIENCE_MS / 10);
      return () => clearTimeout(timer);
    }
    const asked = requestIdleCallback(done, { timeout: PATIENCE_MS });
    return () => cancelIdleCallback(asked);
  }, []);
  return isIdle;
}
