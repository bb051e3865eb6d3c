import { useEffect, useState } from 'react';
import type { Pick } from '../../moves/picks.ts';
import { useFresh } from './useFresh.ts';

/** What the player has in mind for the open question. */
export interface Chosen {
  /** The thing that was tapped. */
  readonly pick: Pick | undefined;
  /** The move that waits for a second tap. */
  readonly move: string | undefined;
  readonly choose: (pick: Pick) => void;
  readonly consider: (move: string) => void;
  readonly clear: () => void;
  /** The player answers, so that the next question is no surprise. */
  readonly answer: () => void;
  /** The question changed while the player had something in mind for the one before. */
  readonly hasChanged: boolean;
  /** The question has just come, and takes no tap yet. */
  readonly isFresh: boolean;
}

interface State {
  readonly decision: number | undefined;
  readonly pick?: Pick;
  readonly move?: string;
  readonly isAnswered?: true;
}

/** Another question clears what was chosen for the one before. */
export function useChosen(decision: number | undefined): Chosen {
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
  const pick = current?.pick;
  return {
    pick,
    move: current?.move,
    choose: (tapped) => !isFresh && set(tapped === pick ? undefined : { decision, pick: tapped }),
    consider: (move) => set({ decision, move, ...(pick !== undefined && { pick }) }),
    clear: () => set(undefined),
    answer: () => setState((before) => (before === undefined ? before : { ...before, isAnswered: true })),
    hasChanged,
    isFresh,
  };
}
