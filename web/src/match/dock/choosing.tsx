/** From the open question to the move that is played: what the player has in mind, the legal moves, and the one answer. */
import type { LegalMove, LiveMatch, MatchSnapshot } from '@flower-war/client';
import type { Played } from '@flower-war/client/react';
import { type RefObject, useEffect, useState } from 'react';
import { useTexts } from '../../app/language.tsx';
import { afterTap, type Choice, type ThingId } from '../../moves/choices.ts';
import { severalOf } from '../../moves/stakes.ts';
import { SEVERAL_TEXTS } from '../texts.ts';

/** What the player has in mind for the open question. */
export interface Chosen {
  /** The thing that was tapped last. */
  readonly pick: ThingId | undefined;
  /** All things that were tapped: a card and its target, a token and its square. */
  readonly picks: readonly ThingId[];
  /** The move that waits for a second tap. */
  readonly move: string | undefined;
  readonly choose: (pick: ThingId) => void;
  readonly consider: (move: string) => void;
  readonly clear: () => void;
  /** The player answers, so that the next question is not a surprise. */
  readonly answer: () => void;
  /** The question changed while the player had something in mind for the one before. */
  readonly hasChanged: boolean;
  /** The question has just come, and takes no tap yet. */
  readonly isFresh: boolean;
}

interface State {
  readonly decision: number | undefined;
  readonly picks: readonly ThingId[];
  readonly move?: string;
  readonly isAnswered?: true;
}

const NO_PICKS: readonly ThingId[] = [];

/** Another question clears what was chosen for the one before. */
export function useChosen(decision: number | undefined, choices: readonly Choice[]): Chosen {
  const [state, setState] = useState<State>();
  const [hasChanged, setChanged] = useState(false);
  const isFresh = useFresh(decision);
  const isStale = state !== undefined && state.decision !== decision;
  useEffect(() => {
    if (!isStale) return;
    setState(undefined);
    setChanged(decision !== undefined && state.decision !== undefined && state.isAnswered !== true);
  }, [isStale, state, decision]);
  const current = isStale ? undefined : state;
  const set = (next: State | undefined) => {
    setChanged(false);
    setState(next);
  };
  const picks = current?.picks ?? NO_PICKS;
  return {
    pick: picks.at(-1),
    picks,
    move: current?.move,
    choose: (tapped) => !isFresh && set({ decision, picks: afterTap(choices, picks, tapped) }),
    consider: (move) => set({ decision, move, picks }),
    clear: () => set(undefined),
    answer: () => setState((before) => (before === undefined ? before : { ...before, isAnswered: true })),
    hasChanged,
    isFresh,
  };
}

/** A tap that was meant for the question before comes this soon after it. */
const IGNORED_MS = 300;

/** Whether the question has just come: a tap may have been meant for the one before, and so it does not count yet. */
function useFresh(decision: number | undefined): boolean {
  const [settled, setSettled] = useState(decision);
  useEffect(() => {
    const timer = setTimeout(setSettled, IGNORED_MS, decision);
    return () => clearTimeout(timer);
  }, [decision]);
  return decision !== undefined && settled !== decision;
}

// The legal moves of the open question, with what they do.

/** A server that takes longer to explain its moves is asked no more; the moves are then shown in notation. */
const EXPLAINED_WITHIN_MS = 2000;

const NONE: readonly LegalMove[] = [];

export function useMoves(
  live: Pick<LiveMatch, 'moves'>,
  { decision, legal }: Pick<MatchSnapshot, 'decision' | 'legal'>,
) {
  const [explained, setExplained] = useState<{ readonly decision: number; readonly moves: readonly LegalMove[] }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the moves belong to the decision.
  useEffect(() => {
    if (decision === undefined) return;
    let isWanted = true;
    const show = (told: readonly LegalMove[]) => {
      const moves = told.length > 0 ? told : legal.map((move): LegalMove => ({ move, verb: '' }));
      if (isWanted) setExplained({ decision, moves });
    };
    live.moves({ within: EXPLAINED_WITHIN_MS }).then(show, () => show(NONE));
    return () => {
      isWanted = false;
    };
  }, [live, decision]);
  return explained !== undefined && explained.decision === decision ? explained.moves : NONE;
}

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
  /** Why the last tap was not played. */
  readonly refused: Played | undefined;
  /** The question has just come: a tap does not count yet, and the moves look like it. */
  readonly isFresh: boolean;
  /** Whether a tap counts now. */
  readonly isOpen: () => boolean;
  /** Resolves with whether it was played. */
  readonly tap: (move: string, times?: number) => Promise<boolean>;
}

export function useTaps(play: (move: string, times: number) => Promise<Played>, isFresh: boolean): Taps {
  const [pending, setPending] = useState<string>();
  const [refused, setRefused] = useState<Played>();
  const isOpen = () => pending === undefined && !isFresh;
  const tap = async (move: string, times = 1) => {
    if (!isOpen()) return false;
    setPending(move);
    setRefused(undefined);
    const answer = await play(move, times);
    setPending(undefined);
    if (answer.kind !== 'accepted') setRefused(answer);
    return answer.kind === 'accepted';
  };
  return { pending, refused, isFresh, isOpen, tap };
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
              disabled={taps.pending !== undefined}
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
export async function playSeveral(live: LiveMatch, { move, times, play }: Repeated): Promise<Played> {
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
