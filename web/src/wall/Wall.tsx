import type { LiveMatch, MatchSnapshot } from '@flower-war/client';
import { type MatchState, type ShownMatch, useMatch } from '@flower-war/client/react';
import { PAGES } from '@flower-war/protocol/pages';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Problem } from '../app/Problem.tsx';
import { editionName, sitterName } from '../app/games.ts';
import { useLanguage, useTexts, useTitle } from '../app/language.tsx';
import { matchHref, navigate, wallHref } from '../app/navigation.tsx';
import { usePlayer } from '../app/player.tsx';
import { useAsked } from '../app/useAsked.ts';
import { Outcome } from '../match/Result.tsx';
import { Seats } from '../match/Seats.tsx';
import { sentencesOf, type Step, Story, useStory } from '../match/Story.tsx';
import type { Summary } from '../match/place.ts';
import { WALL } from '../match/texts.ts';
import { useTableSpeech } from '../moves/cardWords.ts';
import { type TableProps, UNTOUCHED } from '../moves/choices.ts';
import { isTurnOf } from '../tables/aboutThing.ts';
import { Board } from '../tables/Board.tsx';
import { useMotions } from '../tables/motion/animate.tsx';
import { QrCode } from '../ui/QrCode.tsx';
import './wall.css';

/** A match on a screen that many people see and no person touches. It goes on to the next match by itself. */
export function Wall({ id, code }: { readonly id: string; readonly code: string | undefined }) {
  const { words, texts } = useLanguage();
  const { title } = useTexts(WALL);
  const { client } = usePlayer();
  const { value: summary, error, again } = useAsked(useCallback(() => client.match(id), [client, id]));
  useTitle(summary === undefined ? undefined : title(editionName(words, summary.preset)));
  useAwake();
  if (error !== undefined) return <Problem error={error} retry={again} />;
  if (summary === undefined) return <p className="wait">{texts.loading}</p>;
  return <Watched summary={summary} code={code} />;
}

function Watched({
  summary: { match, game, preset, table },
  code,
}: {
  readonly summary: Summary;
  readonly code: string | undefined;
}) {
  const { texts } = useLanguage();
  const { client } = usePlayer();
  // The wall shows matches of every game, and reads their views as plain records.
  const state = useMatch(client, { watch: match as string, code }) as unknown as MatchState;
  useNext(state.snapshot?.rematchId);
  if (state.status !== 'live')
    return state.error ? <Problem error={state.error} retry={state.retry} /> : <p className="wait">{texts.loading}</p>;
  const { snapshot } = state;
  const link = new URL(matchHref(match, code), location.origin).href;
  return (
    <main className="wall">
      {snapshot.table.status === 'open' ? (
        <Gathering match={match} preset={preset} snapshot={snapshot} link={link} />
      ) : (
        <Spectacle game={game} preset={preset} state={state} isPrivate={table.visibility === 'private'}>
          <Afterwards isNext={snapshot.rematchId !== undefined} />
        </Spectacle>
      )}
    </main>
  );
}

/** Long enough to read the result. */
const RESULT_MS = 20_000;

function useNext(rematch: string | undefined): void {
  useEffect(() => {
    if (rematch === undefined) return;
    const timer = setTimeout(() => navigate(wallHref(rematch)), RESULT_MS);
    return () => clearTimeout(timer);
  }, [rematch]);
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
function Spectacle({ game, preset, isPrivate, state: { live, snapshot }, children }: SpectacleProps) {
  const { words } = useLanguage();
  const { lately, turn } = useTexts(WALL);
  const { match } = words.screen;
  const { view, table, behind, connection, isOver } = snapshot;
  const speech = useTableSpeech(game, view);
  const earlier = useEarlier(live);
  const story = [...earlier, ...useStory(live)]
    .filter((step) => sentencesOf(step, { game, words, speech }).length > 0)
    .slice(-SHOWN);
  const screen = useRef<HTMLDivElement>(null);
  useMotions(screen, { game, view, seat: undefined });
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

/** Of so many steps before this screen was switched on, the last ones have something to tell. */
const LOOKED_AT = 30;

/** What happened before this screen was switched on, as spectators were shown it. */
function useEarlier(live: LiveMatch): readonly Step[] {
  const { client } = usePlayer();
  const [steps, setSteps] = useState<readonly Step[]>([]);
  useEffect(() => {
    const { step: opened } = live.table;
    const stop = new AbortController();
    const read = async () => {
      const replay = client.with({ signal: stop.signal }).history.replay(live.id, { viewer: 'spectator' });
      const found: Step[] = [];
      let moment = await replay.goto(Math.max(0, opened - LOOKED_AT));
      for (; moment !== undefined && moment.step <= opened; moment = await replay.next())
        found.push({ number: moment.step - opened - 1, events: moment.events });
      setSteps(found);
    };
    read().catch(() => {}); // a private match tells its past to its players alone
    return () => stop.abort();
  }, [client, live]);
  return steps;
}

/** Keeps the screen lit, where the browser can and the page came by https. A page that was hidden must ask again. */
function useAwake(): void {
  useEffect(() => {
    let held: WakeLockSentinel | undefined;
    const hold = async () => {
      if (document.visibilityState === 'visible' && 'wakeLock' in navigator)
        held = await navigator.wakeLock.request('screen').catch(() => undefined);
    };
    const again = () => void hold();
    again();
    document.addEventListener('visibilitychange', again);
    return () => {
      document.removeEventListener('visibilitychange', again);
      void held?.release();
    };
  }, []);
}
