/** What this browser saw and added before its matches began, so that a proof can look for it in their records. */
import type { LiveMatch } from '@flower-war/client';
import { useEffect } from 'react';
import { keepJson, readJson } from './setting.ts';

interface KeptDice {
  readonly match: string;
  /** What the server had committed to when the player sat down. */
  readonly commitment: string;
  /** The random bytes that this browser added. */
  readonly contribution: string;
}

const DICE = 'flower-war-dice';
const MOST_KEPT = 50;

const allKept = (): readonly KeptDice[] => readJson(DICE) ?? [];

export const keptDice = (match: string): KeptDice | undefined => allKept().find((kept) => kept.match === match);

/** The matches of long ago are forgotten. */
function keepDice(dice: KeptDice): void {
  const others = allKept().filter(({ match }) => match !== dice.match);
  keepJson(DICE, [dice, ...others].slice(0, MOST_KEPT));
}

/** Remembers the dice of a match in which the player has just sat down. A player who comes back has added nothing more. */
export function useKeptDice(live: LiveMatch | undefined): void {
  useEffect(() => {
    if (live?.fairness.contribution === undefined) return;
    const { commitment, contribution } = live.fairness;
    keepDice({ match: live.id, commitment, contribution });
  }, [live]);
}
