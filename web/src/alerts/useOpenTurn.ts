import type { MatchSnapshot } from '@flower-war/client';
import { useRef } from 'react';
import { isOpenTurn } from './openTurn.ts';

/** Whether it is the player's turn, as all at the table know. */
export function useOpenTurn(snapshot: MatchSnapshot): boolean {
  const held = useRef(false);
  held.current = isOpenTurn(snapshot, held.current);
  return held.current;
}
