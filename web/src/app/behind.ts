/** The match behind the rules, whose numbers the rulebook tells. */
import type { AnyGame, MatchSummaryOf } from '@flower-war/client';
import { createContext, useContext, useEffect } from 'react';

export type Behind = Pick<MatchSummaryOf<AnyGame>, 'game' | 'preset' | 'options'>;

export const BehindRules = createContext<(match: Behind | undefined) => void>(() => {});

/** A page that shows a match lays it behind the rules. */
export function useBehindRules(match: Behind | undefined): void {
  const lay = useContext(BehindRules);
  useEffect(() => {
    lay(match);
    return () => lay(undefined);
  }, [lay, match]);
}
