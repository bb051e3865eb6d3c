/** The legal moves of the open question, and what the player has in mind for it. */
import type { LegalMove, LiveMatch, MatchSnapshot } from '@flower-war/client';
import { useEffect, useState } from 'react';
import { afterTap, type Choice, type ThingId } from './choices.ts';

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
  /** The question changed while the player had something in mind for the question before. */
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

/** Another question clears what was chosen for the question before. */
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

/** Whether the question has just come: a tap may have been meant for the question before, and so it does not count yet. */
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
