/** The legal moves of the open question, with what they do. */
import type { LegalMove, LiveMatch, MatchSnapshot } from '@flower-war/client';
import { useEffect, useState } from 'react';

/** A server that takes longer to explain its moves is asked no more; the moves are then shown in notation. */
const EXPLAINED_WITHIN_MS = 2000;

interface Explained {
  readonly decision: number;
  readonly moves: readonly LegalMove[];
}

const NONE: readonly LegalMove[] = [];

export function useMoves(live: LiveMatch, { decision, legal }: Pick<MatchSnapshot, 'decision' | 'legal'>) {
  const [explained, setExplained] = useState<Explained>();
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
