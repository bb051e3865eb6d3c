import type { Eyes, Moment } from '@flower-war/client';
import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { isBelowRules } from '../app/keyboard.ts';
import { useLanguage, useTexts } from '../app/language.tsx';
import { Outcome } from '../match/Result.tsx';
import { Latest, sentencesOf, type Step, Story } from '../match/Story.tsx';
import type { AccountSource } from '../match/outcome.ts';
import type { Summary } from '../match/place.ts';
import {
  aboutThing,
  Board,
  CardList,
  Hand,
  hasHand,
  late,
  type TableProps,
  type TableSpeech,
  type ThingId,
  UNTOUCHED,
  useMotions,
  useSpeech,
} from '@flower-war/board/drawing';
import { type Near, type Reel, seatIn, startIn, useHiding } from './moments.ts';
import { REPLAY } from './texts.ts';
import './replay.css';
import { SPEED, useSetting } from '../app/setting.ts';
import { Status } from '../ui/controls.tsx';

const Chances = late(async () => (await import('./Chances.tsx')).Chances);

interface FilmProps {
  readonly summary: Pick<Summary, 'match' | 'game' | 'preset' | 'options' | 'seats' | 'result'>;
  readonly eyes: Eyes;
  readonly reel: Reel;
  /** Where it begins. */
  readonly near: Near;
  readonly onShow?: (moment: Moment) => void;
  readonly cards: Parameters<typeof useSpeech>[2]['listed'];
  /** No server knows how it ended. */
  readonly isOnDevice?: true;
  /** What the chances of the seats are worked out from; absent while the match runs. */
  readonly account: AccountSource | undefined;
  /** The person has played this match. */
  readonly isOwn: boolean;
  /** What a person may do with a moment. */
  readonly onward: (moment: Moment, speech: TableSpeech) => ReactNode;
}

/** One moment of a match: its table, what happened so far, and the ways to other moments. */
export function Film({ summary, eyes, reel, near, onShow, cards, isOnDevice, account, isOwn, onward }: FilmProps) {
  const texts = useTexts(REPLAY);
  const { moments, isWhole, error } = reel;
  const [chosen, choose] = useState<number>();
  const last = moments.length - 1;
  const index = Math.min(last, chosen ?? startIn(moments, near));
  const moment = moments[index] as Moment;
  const isComing = !isWhole && error === undefined;
  const { hides, setHides, reach } = useHiding(isOwn, { index, last });
  const tells = moment.events.length > 0;
  const playback = usePlayback({ index, last, end: hides ? reach : END, tells, isComing, go: choose });
  useEffect(() => onShow?.(moment), [moment, onShow]);
  const game: string = summary.game;
  const speech = useSpeech(game, moment.view, { listed: cards, options: summary.options });
  const story = useStoryUpTo(moments, index);
  const table = { game, view: moment.view, seat: seatIn(eyes), speech };
  const screen = useRef<HTMLDivElement>(null);
  useMotions(screen, { ...table, speed: useSetting(SPEED) });
  const isEnd = isWhole && index === last && summary.result !== undefined;
  const go = (to: number) => {
    playback.pause();
    choose(to === last ? END : to);
  };
  return (
    <div className="film" ref={screen}>
      <Picture table={table} />
      <div className="side">
        <Controls
          index={index}
          last={last}
          reach={hides ? reach : undefined}
          about={useAbout(moment, table)}
          playback={playback}
          go={go}
        />
        <label className="hides">
          <input type="checkbox" checked={hides} onChange={({ currentTarget }) => setHides(currentTarget.checked)} />{' '}
          {texts.hide}
        </label>
        <Latest story={story.slice(-1)} game={game} speech={speech} />
        {isEnd && summary.result && (
          <Outcome
            match={summary.match}
            game={game}
            preset={summary.preset}
            seats={summary.seats}
            result={summary.result}
            speech={speech}
            seat={table.seat}
            eyes={isOnDevice ? undefined : eyes}
            account={isOnDevice ? account : undefined}
          />
        )}
        {onward(moment, speech)}
        {account && (
          <Suspense fallback={<section className="chances card" />}>
            <Chances
              account={account}
              moments={moments}
              index={index}
              until={hides ? reach : last}
              isHidden={hides}
              table={table}
              go={go}
            />
          </Suspense>
        )}
        <div className="past">
          <Story story={story} game={game} speech={speech} />
        </div>
      </div>
    </div>
  );
}

const KEPT = 200;

function useStoryUpTo(moments: readonly Moment[], index: number): readonly Step[] {
  return useMemo(
    () => moments.slice(Math.max(0, index + 1 - KEPT), index + 1).map(({ step, events }) => ({ number: step, events })),
    [moments, index],
  );
}

/** What the slider says of its place: what happened there, or else what kind of step it is. */
function useAbout({ step, events, kind, seat }: Moment, { game, speech }: Pick<TableProps, 'game' | 'speech'>): string {
  const { words } = useLanguage();
  const lines = sentencesOf({ number: step, events }, { game, words, speech });
  if (lines.length > 0) return lines.map(({ text }) => text).join(' ');
  const what = words.screen.replay.kinds[kind] ?? kind;
  return seat === undefined ? what : `${speech.name(seat)}: ${what}`;
}

interface ControlsProps {
  readonly index: number;
  readonly last: number;
  /** How far the person has come, if what comes is hidden. */
  readonly reach: number | undefined;
  /** What happened there. */
  readonly about: string;
  readonly playback: Playback;
  readonly go: (index: number) => void;
}

const SPEEDS = [0.5, 1, 2, 4, 8];

/** The slider over the whole match, and buttons for single steps. */
function Controls({ index, last, reach, about, playback, go }: ControlsProps) {
  const texts = useTexts(REPLAY);
  const isHidden = reach !== undefined;
  const { isPlaying, toggle } = playback;
  const ways = [
    ['M6 5v14M19 5l-9 7 9 7z', texts.first, 0],
    ['M15 5l-8 7 8 7', texts.back, Math.max(0, index - 1)],
    ['M9 5l8 7-8 7', texts.forward, Math.min(last, index + 1)],
    ['M18 5v14M5 5l9 7-9 7z', isHidden ? texts.reached : texts.last, reach ?? last],
  ] as const;
  // The one that leads nowhere keeps the focus, and so is not `disabled`.
  const buttons = ways.map(([lines, name, to]) => (
    <button key={name} type="button" aria-label={name} aria-disabled={to === index} onClick={() => go(to)}>
      <Icon lines={lines} />
    </button>
  ));
  return (
    <div className="controls">
      <div className="slider">
        <input
          type="range"
          min={0}
          max={isHidden ? Math.min(last, reach + 1) : last}
          value={index}
          aria-label={texts.place}
          aria-valuetext={isHidden ? texts.toldAlone(index + 1, about) : texts.told(index + 1, last + 1, about)}
          onChange={({ currentTarget }) => go(Number(currentTarget.value))}
        />
        <span className="place">{isHidden ? texts.stepAlone(index + 1) : texts.step(index + 1, last + 1)}</span>
      </div>
      <p className="buttons">
        {buttons.slice(0, 2)}
        <button type="button" className="main" aria-label={isPlaying ? texts.pause : texts.play} onClick={toggle}>
          <Icon lines={isPlaying ? 'M8 5v14M16 5v14' : 'M7 4l13 8-13 8z'} />
        </button>
        {buttons.slice(2)}
        <Speed {...playback} />
      </p>
      <small>{texts.keys}</small>
    </div>
  );
}

/** Not every device has these signs in its letters. */
function Icon({ lines }: { readonly lines: string }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={lines} />
    </svg>
  );
}

function Speed({ speed, setSpeed }: Pick<Playback, 'speed' | 'setSpeed'>) {
  const texts = useTexts(REPLAY);
  return (
    <select
      aria-label={texts.speed}
      value={String(speed)}
      onChange={({ currentTarget }) => setSpeed(Number(currentTarget.value))}
    >
      {SPEEDS.map((one) => (
        <option key={one} value={String(one)}>
          {one === 0.5 ? '½' : one}×
        </option>
      ))}
    </select>
  );
}

interface PictureProps {
  readonly table: Omit<TableProps, 'things' | 'chosen' | 'choose'>;
}

/** The table as it was, and the cards that these eyes saw. A thing that is tapped is explained. */
function Picture({ table }: PictureProps) {
  const [chosen, setChosen] = useState<ThingId>();
  const choose = (pick: ThingId) => setChosen(pick === chosen ? undefined : pick);
  const props: TableProps = { ...UNTOUCHED, ...table, chosen, choose };
  return (
    <div className="picture-and-cards">
      <div className="board">
        <Board {...props} />
      </div>
      {chosen !== undefined && <Explained table={table} pick={chosen} />}
      {'hands' in table.view && <AllHands {...props} hands={table.view.hands} />}
      {table.seat !== undefined && hasHand(props) && (
        <div className="held">
          <Hand {...props} />
        </div>
      )}
    </div>
  );
}

function Explained({ table: { speech, ...seen }, pick }: PictureProps & { readonly pick: ThingId }) {
  const { words } = useLanguage();
  const { title, lines } = aboutThing(seen, pick, { words, speech });
  return (
    <Status className="explained">
      <b>{title}</b> {lines.join(' ')}
    </Status>
  );
}

/** Eyes that see everything see the cards of each seat. */
function AllHands({ hands, ...props }: TableProps & { readonly hands: unknown }) {
  const { handOf } = useTexts(REPLAY);
  const all = Array.isArray(hands) ? (hands as readonly (readonly string[])[]) : [];
  return (
    <div className="held">
      {all.map((ids, seat) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its place
        <CardList key={seat} title={handOf(props.speech.name(seat))} ids={ids} {...props} />
      ))}
    </div>
  );
}

// Plays a replay by itself, and obeys keys.

/** How long a step is shown. One that tells nothing passes sooner. */
const STEP_MS = 1400;
const SILENT_MS = 350;
/** The last moment of the match, also while moments still come. */
const END = Number.MAX_SAFE_INTEGER;

interface Wound {
  readonly index: number;
  /** The last moment that there is. */
  readonly last: number;
  /** Where the key End leads. */
  readonly end: number;
  /** Whether the moment tells something. */
  readonly tells: boolean;
  /** Whether more moments come. */
  readonly isComing: boolean;
  readonly go: (index: number) => void;
}

interface Playback {
  readonly isPlaying: boolean;
  readonly speed: number;
  readonly setSpeed: (speed: number) => void;
  /** Plays, or pauses. At the end it begins anew. */
  readonly toggle: () => void;
  readonly pause: () => void;
}

function usePlayback(wound: Wound): Playback {
  const [isWanted, setWanted] = useState(false);
  const [speed, setSpeed] = useState(1);
  const { index, last, tells, isComing, go } = wound;
  const isAtEnd = index >= last;
  const isPlaying = isWanted && (!isAtEnd || isComing);
  useEffect(() => {
    if (!isWanted || isAtEnd) return;
    const timer = setTimeout(() => go(index + 1), (tells ? STEP_MS : SILENT_MS) / speed);
    return () => clearTimeout(timer);
  }, [isWanted, isAtEnd, index, tells, speed, go]);
  useEffect(() => {
    if (isAtEnd && !isComing) setWanted(false);
  }, [isAtEnd, isComing]);
  const toggle = () => {
    if (!isPlaying && isAtEnd && !isComing) go(0);
    setWanted(!isPlaying);
  };
  const playback = { isPlaying, speed, setSpeed, toggle, pause: () => setWanted(false) };
  useKeys(wound, playback);
  return playback;
}

/** Things that need these keys themselves. */
const OWN_KEYS = 'input, select, textarea, button, a, summary, [role="radio"]';

function useKeys({ index, last, end, go }: Wound, { toggle, pause }: Playback): void {
  useEffect(() => {
    const places: Readonly<Record<string, number>> = {
      ArrowRight: Math.min(last, index + 1),
      ArrowLeft: Math.max(0, index - 1),
      Home: 0,
      End: end,
    };
    const press = (event: KeyboardEvent) => {
      const hasOwn = event.target instanceof Element && event.target.closest(OWN_KEYS) !== null;
      if (hasOwn || isBelowRules() || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const place = places[event.key];
      if (place === undefined && event.key !== ' ') return;
      event.preventDefault();
      if (place === undefined) return event.repeat ? undefined : toggle();
      pause();
      go(place);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [index, last, end, go, toggle, pause]);
}
