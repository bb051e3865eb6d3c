/** Matches on a screen that many people see and no person touches: one of them, the one most worth watching, or several. */
import type { LiveMatch, MatchSnapshot } from '@flower-war/client';
import { type MatchState, type ShownMatch, useMatch } from '@flower-war/client/react';
import { PAGES } from '@flower-war/protocol/pages';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { asError, Coming } from '../app/asked.tsx';
import { editionName, useLanguage, useTexts, useTitle } from '../app/language.tsx';
import { matchHref, navigate, useQuery, wallHref } from '../app/navigation.tsx';
import { type Cards, useCards, usePlayer, useSummary } from '../app/player.tsx';
import { Outcome } from './Result.tsx';
import { Seats } from './Seats.tsx';
import { missedSteps } from './missed.ts';
import { sentencesOf, type Step, Story, useStory } from './Story.tsx';
import { endOf } from './outcome.ts';
import { isForPlayers, type Summary } from './place.ts';
import { WALL } from './texts.ts';
import {
  Board,
  isTurnOf,
  neverBegan,
  type TableProps,
  UNTOUCHED,
  useMotions,
  useSpeech,
  sitterName,
} from '@flower-war/board/drawing';
import { QrCode } from '../ui/QrCode.tsx';
import './wall.css';
import { SPEED, useSetting } from '../app/setting.ts';

/** A match on a screen that many people see and no person touches. It goes on to the next match by itself. */
export function Wall({ id, code }: { readonly id: string; readonly code: string | undefined }) {
  const { words } = useLanguage();
  const { title } = useTexts(WALL);
  const { value: summary, ...asked } = useSummary(id);
  useTitle(summary === undefined ? undefined : title(editionName(words, summary.preset)));
  useAwake();
  if (summary === undefined) return <Before of={asked} />;
  return <Watched summary={summary} code={code} onOver={goOn} />;
}

interface BeforeProps extends Pick<WatchedProps, 'isOneOfMany'> {
  readonly of: Parameters<typeof Coming>[0]['of'];
}

/** In place of a match that has not come. What went wrong may be touched, so it is not a wall. */
function Before({ of, isOneOfMany = false }: BeforeProps) {
  const coming = <Coming of={of} />;
  return isOneOfMany ? coming : <main className={of.error === undefined ? 'wall' : 'page'}>{coming}</main>;
}

/** The next match of the same people. */
const goOn = (_: string, rematch?: string) => {
  if (rematch !== undefined) navigate(wallHref(rematch));
};

interface WatchedProps {
  readonly summary: Summary;
  readonly code?: string | undefined;
  /** People see how it ended. It is called again with the next match of the same people, once they have read it. */
  readonly onOver: (match: string, rematch?: string) => void;
  readonly isOneOfMany?: boolean;
}

function Watched({ summary, code, onOver, isOneOfMany = false }: WatchedProps) {
  const { match, game, preset } = summary;
  const { words } = useLanguage();
  const { client } = usePlayer();
  const Frame = isOneOfMany ? 'section' : 'main';
  // The wall shows matches of every game, and reads their views as plain records.
  const state = useMatch(client, { watch: match as string, code }) as unknown as MatchState;
  const cards = useCards(game);
  const isOver = state.snapshot?.isOver ?? false;
  useEffect(() => {
    if (isOver) onOver(match);
  }, [isOver, onOver, match]);
  const rematch = state.snapshot?.rematchId;
  useNext(
    useCallback(() => onOver(match, rematch), [onOver, match, rematch]),
    rematch !== undefined,
  );
  if (state.status !== 'live')
    return <Before of={{ error: state.error, again: state.retry }} isOneOfMany={isOneOfMany} />;
  const { snapshot } = state;
  const link = new URL(matchHref(match, code), location.origin).href;
  const isGivenUp = neverBegan(snapshot.table);
  return (
    <Frame className="wall" aria-label={isOneOfMany ? editionName(words, preset) : undefined}>
      {snapshot.table.status === 'open' && <Gathering match={match} preset={preset} snapshot={snapshot} link={link} />}
      {isGivenUp && (
        <section className="gathering">
          <h1>{editionName(words, preset)}</h1>
          <p>{endOf(snapshot.table.result, words)}</p>
          <Afterwards isNext={false} />
        </section>
      )}
      {snapshot.table.status !== 'open' && !isGivenUp && (
        <Spectacle game={game} cards={cards} preset={preset} state={state} isPrivate={isForPlayers(summary)}>
          <Afterwards isNext={snapshot.rematchId !== undefined} />
        </Spectacle>
      )}
    </Frame>
  );
}

/** Long enough to read the result. */
const RESULT_MS = 20_000;

function useNext(go: () => void, isThere: boolean): void {
  useEffect(() => {
    if (!isThere) return;
    const timer = setTimeout(go, RESULT_MS);
    return () => clearTimeout(timer);
  }, [go, isThere]);
}

/** Before the match: who sits there, and how others come. */
function Gathering({
  match,
  preset,
  snapshot: { table, behind },
  link,
}: {
  readonly match: string;
  readonly preset: string;
  readonly snapshot: MatchSnapshot;
  readonly link: string;
}) {
  const { words } = useLanguage();
  const { waiting, takePart } = useTexts(WALL);
  return (
    <section className="gathering">
      <h1>{editionName(words, preset)}</h1>
      {behind > 0 && <p className="banner">{words.screen.match.behind(behind)}</p>}
      <p>{waiting}</p>
      <ul>
        {table.seats.map((holder, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its place
          <li key={place}>
            {holder.kind === 'free' ? words.screen.table.waiting : sitterName(words, holder, { match, seat: place })}
          </li>
        ))}
      </ul>
      <Code link={link} text={takePart} />
    </section>
  );
}

/** What people before the screen may do: watch the next match, or play one themselves. */
function Afterwards({ isNext }: { readonly isNext: boolean }) {
  const { next, play } = useTexts(WALL);
  if (isNext) return <p>{next}</p>;
  return <Code link={new URL(PAGES.home, location.origin).href} text={play} />;
}

function Code({ link, text }: { readonly link: string; readonly text: string }) {
  return (
    <figure className="code">
      <QrCode text={link} label={text} />
      <figcaption>
        {text} <small>{link}</small>
      </figcaption>
    </figure>
  );
}

interface SpectacleProps {
  readonly game: string;
  readonly cards: Cards;
  readonly preset: string;
  readonly state: ShownMatch<string>;
  /** Then its steps are for its players alone. */
  readonly isPrivate: boolean;
  /** What people before the screen may do. */
  readonly children: ReactNode;
}

/** As many steps as a screen shows in large letters. */
const SHOWN = 5;

/** The table, whose turn it is, the seats and the last sentences, in large letters. */
function Spectacle({ game, cards: listed, preset, isPrivate, state: { live, snapshot }, children }: SpectacleProps) {
  const { words } = useLanguage();
  const { lately, turn } = useTexts(WALL);
  const { match } = words.screen;
  const { view, table, behind, connection, isOver } = snapshot;
  const speech = useSpeech(game, view, { listed, options: live.options });
  const earlier = useEarlier(live);
  const story = [...earlier, ...useStory(live)]
    .filter((step) => sentencesOf(step, { game, words, speech }).length > 0)
    .slice(-SHOWN);
  const screen = useRef<HTMLDivElement>(null);
  useMotions(screen, { game, view, seat: undefined, speed: useSetting(SPEED) });
  const props: TableProps = { ...UNTOUCHED, game, view, speech };
  const asked = table.seats.flatMap((_, seat) => (isTurnOf(props, seat) ? [speech.name(seat)] : []));
  return (
    <>
      <div className="board" ref={screen}>
        <Board {...props} />
      </div>
      <div className="side">
        <h1>{editionName(words, preset)}</h1>
        {!isOver && asked.length > 0 && <p className="whose">{turn(asked.join(', '))}</p>}
        <Seats match={live.id} table={props} snapshot={snapshot} />
        {connection.state !== 'connected' && <p className="banner">{match.isLost}</p>}
        {behind > 0 && <p className="banner">{match.behind(behind)}</p>}
        {isOver && (
          <Outcome
            match={live.id}
            game={game}
            preset={live.preset}
            seats={table.seats}
            result={table.result}
            speech={speech}
            eyes={isPrivate ? undefined : 'spectator'}
            isWall
          />
        )}
        {!isOver && (
          <section className="lately" aria-label={lately} aria-live="polite">
            {story.length > 0 && <Story story={story} game={game} speech={speech} />}
          </section>
        )}
        {children}
      </div>
    </>
  );
}

/** Of this many steps before this screen was switched on, the last ones have something to tell. */
const LOOKED_AT = 30;

/** What happened before this screen was switched on, as spectators were shown it. */
function useEarlier(live: LiveMatch): readonly Step[] {
  const { client } = usePlayer();
  const [steps, setSteps] = useState<readonly Step[]>([]);
  useEffect(() => {
    const { step: opened } = live.table;
    const stop = new AbortController();
    const before = { after: Math.max(0, opened - LOOKED_AT) - 1, until: opened, number: -LOOKED_AT - 2 };
    missedSteps(client.with({ signal: stop.signal }), { id: live.id, seat: undefined }, before)
      .then(setSteps)
      .catch(() => {}); // a private match tells its past to its players alone
    return () => stop.abort();
  }, [client, live]);
  return steps;
}

/** Keeps the screen lit, where the browser can and the page came by https. A page that was hidden must ask again. */
function useAwake(): void {
  useEffect(() => {
    let held: WakeLockSentinel | undefined;
    let isOver = false;
    const hold = async () => {
      if (document.visibilityState === 'visible' && 'wakeLock' in navigator)
        held = await navigator.wakeLock.request('screen').catch(() => undefined);
      if (isOver) void held?.release(); // the person has left the wall meanwhile
    };
    const again = () => void hold();
    again();
    document.addEventListener('visibilitychange', again);
    return () => {
      document.removeEventListener('visibilitychange', again);
      isOver = true;
      void held?.release();
    };
  }, []);
}

// Walls that are not a single match: `/wall?channel` shows what is most worth watching, `/wall?matches=A,B` up to four matches at once.

const MOST = 4;

export function WallPage() {
  const texts = useTexts(WALL);
  const several = useQuery('matches');
  const matches = [...new Set(several?.split(',').filter(Boolean))].slice(0, MOST);
  useTitle(matches.length > 0 ? texts.several : texts.channel);
  useAwake();
  if (matches.length === 0) return <OnAir />;
  return (
    <main className="walls">
      {matches.map((match) => (
        <Shown key={match} id={match} />
      ))}
    </main>
  );
}

function Shown({ id, onOver }: { readonly id: string; readonly onOver?: (match: string) => void }) {
  const { value: summary, ...asked } = useSummary(id);
  const isOneOfMany = onOver === undefined;
  if (summary === undefined) return <Before of={asked} isOneOfMany={isOneOfMany} />;
  return <Watched summary={summary} onOver={onOver ?? stay} isOneOfMany={isOneOfMany} />;
}

const stay = () => {};

const LOOK_EVERY_MS = 15_000;

/** A match whose end people see now stays until they have read it. Another one that is far better is shown when two looks say so. */
function OnAir() {
  const texts = useTexts(WALL);
  const { client } = usePlayer();
  const [match, show] = useState<string>();
  const [over, setOver] = useState<string>();
  // What the server says while no match is shown, or why it says nothing.
  const [said, say] = useState<'nothing' | Error>();
  const isOver = match !== undefined && over === match;
  useEffect(() => {
    let wanted: string | undefined;
    const look = async () => {
      const found = await client.worthWatching(match);
      say('nothing');
      if (found !== undefined && (match === undefined || isOver || found === wanted)) show(found);
      wanted = found === match ? undefined : found;
    };
    const first = match === undefined ? 0 : isOver ? RESULT_MS : LOOK_EVERY_MS;
    let timer = setTimeout(function again() {
      look().catch((thrown) => say(asError(thrown)));
      timer = setTimeout(again, LOOK_EVERY_MS);
    }, first);
    return () => clearTimeout(timer);
  }, [client, match, isOver]);
  if (match === undefined && said !== 'nothing') return <Before of={{ error: said }} />;
  if (match === undefined)
    return (
      <main className="wall">
        <section className="gathering">
          <h1>{texts.channel}</h1>
          <p>{texts.nothingOn}</p>
        </section>
      </main>
    );
  return <Shown key={match} id={match} onOver={setOver} />;
}
