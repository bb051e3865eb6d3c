/** From the open question to the move that is played: what a person points at, and the one answer. */
import type { LiveMatch, MatchSnapshot } from '@flower-war/client';
import type { Played } from '@flower-war/client/react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../app/language.tsx';
import { flag, type Setting, useSetting } from '../../app/setting.ts';
import { type Chosen, type Choice, hasTimeToConfirm, narrowed, severalOf, wantsCare } from '@flower-war/board/drawing';
import { isPaused } from '../place.ts';
import { SEVERAL_TEXTS } from '../texts.ts';
import { takingTemple } from '../../temples/taking.ts';

// While a person points at a move, all that it is about lights up on the table.

/** A mouse, a finger and the focus point. */
const POINTING = ['pointerover', 'focusin'] as const;

/** Marks what is pointed at on the screen itself: the table need not be drawn anew while a mouse goes over the moves. */
export function usePointing(screen: RefObject<HTMLElement | null>, decision: number | undefined): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question has other moves.
  useEffect(() => {
    const { current } = screen;
    if (current === null) return;
    const point = (target: EventTarget | null) => {
      const move = target instanceof Element ? target.closest<HTMLElement>('[data-about]') : null;
      const things = move?.dataset['about']?.split(' ') ?? [];
      for (const thing of current.querySelectorAll<HTMLElement>('[data-at]'))
        thing.toggleAttribute('data-pointed', things.includes(thing.dataset['at'] ?? ''));
    };
    const listen = ({ target }: Event) => point(target);
    for (const kind of POINTING) current.addEventListener(kind, listen);
    return () => {
      point(null);
      for (const kind of POINTING) current.removeEventListener(kind, listen);
    };
  }, [screen, decision]);
}

// Plays what is tapped: once, and never in answer to a question that has just come.

export interface Taps {
  /** The move that was tapped, until it is answered. */
  readonly pending: string | undefined;
  /** Whether no tap counts for a while: one is being answered, or the match pauses. */
  readonly isShut: boolean;
  /** Why the last tap was not played, as long as that may still be true. */
  readonly refused: Played | undefined;
  /** The question has just come: a tap does not count yet, and the moves look like it. */
  readonly isFresh: boolean;
  /** Whether a tap counts now. */
  readonly isOpen: () => boolean;
  /** Resolves with whether it was played. */
  readonly tap: (move: string, times?: number) => Promise<boolean>;
}

interface Tapping {
  readonly play: (move: string, times: number) => Promise<Played>;
  readonly isFresh: boolean;
  readonly snapshot: MatchSnapshot;
}

function useTaps({ play, isFresh, snapshot }: Tapping): Taps {
  const [pending, setPending] = useState<string>();
  const [refused, setRefused] = useState<{ readonly answer: Played; readonly about: string }>();
  const about = useRef('');
  about.current = aboutOf(snapshot);
  const isShut = pending !== undefined || isPaused(snapshot);
  const isOpen = () => !isShut && !isFresh;
  const tap = async (move: string, times = 1) => {
    if (!isOpen()) return false;
    setPending(move);
    setRefused(undefined);
    const answer = await play(move, times);
    setPending(undefined);
    if (answer.kind !== 'accepted') setRefused({ answer, about: about.current });
    return answer.kind === 'accepted';
  };
  const reason = refused?.about === about.current ? refused.answer : undefined;
  return { pending, isShut, refused: reason, isFresh, isOpen, tap };
}

/** What a refusal speaks of: the question, a pause, the connection, the end. Once one of them is another, it says nothing true any more. */
function aboutOf({ decision, table, connection, isOver }: MatchSnapshot): string {
  return JSON.stringify([decision, table.pausedUntil, connection.state, isOver]);
}

// Several equal small acts with one tap: how many skulls to give to a god.

interface SeveralProps {
  readonly choices: readonly Choice[];
  readonly taps: Taps;
  readonly tap: (choice: Choice, times: number) => void;
}

/** A row for each move that may be played several times. What asks once more is played one by one. */
export function Several({ choices, taps, tap }: SeveralProps) {
  const texts = useTexts(SEVERAL_TEXTS);
  const repeated = choices.filter((choice) => !choice.isDear && severalOf(choice).length > 0);
  if (repeated.length === 0) return null;
  return (
    <fieldset className="several">
      <legend>{texts.title}</legend>
      {repeated.map((choice) => (
        <p key={choice.move}>
          <span>{choice.sentence.split(/ → |\. /)[0]}</span>
          {severalOf(choice).map((times) => (
            <button
              key={times}
              type="button"
              aria-label={texts.times(choice.sentence, times)}
              disabled={taps.isShut}
              aria-disabled={taps.isFresh}
              onClick={() => tap(choice, times)}
            >
              ×{times}
            </button>
          ))}
        </p>
      ))}
    </fieldset>
  );
}

/** The next question comes at once, unless another seat is asked first. */
const NEXT_WITHIN_MS = 10_000;

interface Repeated {
  readonly move: string;
  readonly times: number;
  /** Plays it for the first time, as the answer to the question on the screen. */
  readonly play: (move: string) => Promise<Played>;
}

/**
 * Plays a move several times, each time as the answer to the question that the time before has brought. It stops at the first surprise:
 * another question, an act of another seat, or a refusal.
 */
async function playSeveral(live: LiveMatch, { move, times, play }: Repeated): Promise<Played> {
  let isSurprised = false;
  const stop = live.on('events', (events) => {
    isSurprised ||= events.some(({ seat }) => typeof seat === 'number' && seat !== live.seat);
  });
  let asked = live.decision;
  const isAskedAnew = () => live.isOver || (live.decision !== undefined && live.decision !== asked);
  try {
    let answer = await play(move);
    for (let more = times - 1; more > 0 && answer.kind === 'accepted'; more--) {
      await live.until(isAskedAnew, { within: NEXT_WITHIN_MS }).catch(() => {});
      if (isSurprised || !isAskedAnew() || !live.legal.includes(move)) break;
      asked = live.decision;
      answer = await live.play(move);
    }
    return answer;
  } finally {
    stop();
  }
}

// The answer.

/** Whether all moves that cost something or end the turn ask once more, and not only dear ones; a thing that was tapped then plays nothing. */
export const CAUTION: Setting<boolean> = flag('flower-war-caution');

interface Answered {
  readonly live?: LiveMatch | undefined;
  readonly snapshot: MatchSnapshot;
  readonly choices: readonly Choice[];
  readonly play: (move: string) => Promise<Played>;
  readonly chosen: Chosen;
}

/**
 * A tap plays a move, or asks once more where a slip of the finger would cost much for good. A thing on the table that leaves one move
 * plays it, too.
 */
export function useAnswering({ live, snapshot, choices, play, chosen }: Answered) {
  const isCautious = useSetting(CAUTION);
  const [last, setLast] = useState<Choice>();
  const taps = useTaps({
    play: (move, times) => (live && times > 1 ? playSeveral(live, { move, times, play }) : play(move)),
    isFresh: chosen.isFresh,
    snapshot,
  });
  const temple = takingTemple(snapshot.table, snapshot.seat);
  const isInBeads = ({ isPaidInBeads }: Choice) => temple !== undefined && isPaidInBeads;
  const about = narrowed(choices, ...chosen.picks);
  const inBeads = about.filter(isInBeads);
  const shown = about.filter((choice) => !isInBeads(choice));
  const answer = (choice: Choice, times?: number) => {
    if (!taps.isOpen()) return;
    chosen.answer();
    const atOnce = choice.atOnce.get(times ?? 1);
    const played = atOnce === undefined ? taps.tap(choice.move, times) : taps.tap(atOnce);
    void played.then((isPlayed) => isPlayed && setLast(choice));
  };
  const isAsked = (choice: Choice) => {
    return hasTimeToConfirm(snapshot, Date.now()) && wantsCare(choice, choices, isCautious);
  };
  const tap = (choice: Choice, times?: number) => {
    if (!taps.isOpen()) return;
    if (isAsked(choice)) chosen.consider(choice.move);
    else answer(choice, times);
  };
  const only = chosen.pick !== undefined && about.length === 1 ? shown[0] : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each tap on a thing.
  useEffect(() => {
    if (only !== undefined && !isCautious && !isAsked(only)) answer(only);
  }, [chosen.picks]);
  const considered = shown.find(({ move }) => move === chosen.move) ?? only;
  const doIt = () => considered !== undefined && answer(considered);
  return { taps, shown, temple, inBeads, considered, tap, doIt, last, isCautious };
}
