import type { GameEvent } from '@flower-war/client';
import { type MatchState, type ShownMatch, useMatch } from '@flower-war/client/react';
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { editionName, gameName, useLanguage, useTexts } from '../app/language.tsx';
import { useRoute } from '../app/navigation.tsx';
import { useCards, usePlayer } from '../app/player.tsx';
import { sentencesOf, useStory } from '../match/Story.tsx';
import { Board, UNTOUCHED, useMotions, useSpeech, sitterName } from '@flower-war/board/drawing';
import recording from './data/showcase.json' with { type: 'json' };
import type { Entry } from './Matches.tsx';
import { LOBBY } from './texts.ts';
import { SPEED, useSetting } from '../app/setting.ts';

interface ShowcaseProps {
  /** A match that is played now and may be watched; without one a recorded match plays. */
  readonly entry: Entry | undefined;
}

/** A board that is alive, to look at. It stands still while no person sees it, and where people want no motion. */
export function Showcase({ entry }: ShowcaseProps) {
  const { board } = useTexts(LOBBY);
  const box = useRef<HTMLDivElement>(null);
  const { rules } = useRoute();
  const isNear = useSeen(box);
  const isSeen = isNear && rules === undefined; // the rules lie above the page
  const [isPaused, setPaused] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches);
  const recorded = <Recorded isRunning={isSeen && !isPaused} />;
  return (
    <div className="alive" ref={box}>
      {entry === undefined || isPaused ? recorded : isSeen && <Live entry={entry}>{recorded}</Live>}
      <button type="button" className="quiet" onClick={() => setPaused(!isPaused)}>
        <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
          <path d={isPaused ? 'M7 4l13 8-13 8z' : 'M8 5v14M16 5v14'} />
        </svg>
        {isPaused ? board.goOn : board.pause}
      </button>
    </div>
  );
}

/** Whether the person can see this part of the page now. */
function useSeen(box: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  const [isHidden, setHidden] = useState(document.hidden);
  useEffect(() => {
    const observer = new IntersectionObserver((seen) => setNear(seen.at(-1)?.isIntersecting ?? false));
    if (box.current !== null) observer.observe(box.current);
    const look = () => setHidden(document.hidden);
    document.addEventListener('visibilitychange', look);
    return () => {
      observer.disconnect();
      document.removeEventListener('visibilitychange', look);
    };
  }, [box]);
  return isNear && !isHidden;
}

/** A match as its spectators see it now. The connection lasts as long as this is shown. Without it, `children` is shown. */
function Live({ entry, children }: { readonly entry: Entry; readonly children: ReactNode }) {
  const { client } = usePlayer();
  // The page shows matches of every game, and reads their views as plain records.
  const state = useMatch(client, { watch: entry.match as string }) as unknown as MatchState;
  if (state.status === 'failed') return children;
  return state.status === 'live' ? <Followed entry={entry} {...state} /> : null;
}

function Followed({ entry, live, snapshot }: ShownMatch<string> & { readonly entry: Entry }) {
  const { words } = useLanguage();
  const { board } = useTexts(LOBBY);
  const names = entry.seats.map((holder, seat) => sitterName(words, holder, { match: entry.match, seat }));
  const line = board.live(names.join(', '), editionName(words, entry.preset));
  const delay = snapshot.behind > 0 ? ` ${words.screen.match.behind(snapshot.behind)}` : '';
  const events = useStory(live).at(-1)?.events ?? [];
  return <Picture game={entry.game} view={snapshot.view} events={events} line={line + delay} />;
}

/** How long a step is shown, and the first and the last one. */
const FIRST_MS = 600;
const STEP_MS = 2400;
const END_MS = 8000;

/** A recorded match, which begins anew at its end. */
function Recorded({ isRunning }: { readonly isRunning: boolean }) {
  const { words } = useLanguage();
  const { board } = useTexts(LOBBY);
  const moments = useMemo(() => momentsIn(recording as unknown as Recording), []);
  const [index, setIndex] = useState(0);
  const isLast = index === moments.length - 1;
  useEffect(() => {
    if (!isRunning) return;
    const wait = index === 0 ? FIRST_MS : isLast ? END_MS : STEP_MS;
    const timer = setTimeout(() => setIndex(isLast ? 0 : index + 1), wait);
    return () => clearTimeout(timer);
  }, [isRunning, index, isLast]);
  const { game } = recording;
  return <Picture game={game} {...(moments[index] as Moment)} line={board.recorded(gameName(words, game))} />;
}

interface PictureProps extends Moment {
  readonly game: string;
  /** What all this is: the only thing of it that screen readers say. */
  readonly line: string;
}

function Picture({ game, view, events, line }: PictureProps) {
  const { words } = useLanguage();
  const screen = useRef<HTMLDivElement>(null);
  const speech = useSpeech(game, view, { listed: useCards(game) });
  useMotions(screen, { game, view, seat: undefined, speed: useSetting(SPEED) });
  const told = sentencesOf({ number: 0, events }, { game, words, speech });
  return (
    <>
      <div inert>
        <div className="board picture" ref={screen}>
          <Board {...UNTOUCHED} game={game} view={view} speech={speech} />
        </div>
        <p className="told">{told.map(({ text }) => text).join(' ')}</p>
      </div>
      <p className="caption">{line}</p>
    </>
  );
}

// A recording: the first view whole, and then what changes. `npm run docs` makes it from the rules.

type Json = null | boolean | number | string | readonly Json[] | { readonly [field: string]: Json };

export interface Recording {
  readonly first: { readonly [field: string]: Json };
  readonly steps: readonly { readonly change: Json; readonly events: readonly GameEvent[] }[];
}

interface Moment {
  readonly view: object;
  readonly events: readonly GameEvent[];
}

export function momentsIn({ first, steps }: Recording): readonly Moment[] {
  let view: Json = first;
  const later = steps.map(({ change, events }) => {
    view = changed(view, change);
    return { view: view as object, events };
  });
  return [{ view: first, events: [] }, ...later];
}

/** A change of an object names its fields, and a change of a list its places; any other value takes the place of the one before. */
function changed(before: Json, change: Json): Json {
  if (typeof before !== 'object' || typeof change !== 'object' || before === null || change === null) return change;
  if (Array.isArray(change)) return change;
  const then = before as Parts;
  const parts = Object.entries(change).map(([part, value]) => [part, changed(then[part] ?? null, value)]);
  const now = { ...before, ...Object.fromEntries(parts) };
  return Array.isArray(before) ? Object.values(now) : now;
}

type Parts = { readonly [part: string]: Json };
