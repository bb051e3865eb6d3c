import type { MatchSnapshot } from '@flower-war/client';
import { useRef } from 'react';

type Seen = Pick<MatchSnapshot, 'seat' | 'decision' | 'windowDeadline' | 'isOver'>;

/**
 * Whether it is the player's turn, as all at the table know. A hidden window asks a player because of secret cards: people
 * near the screen must not learn of it, so that it changes nothing.
 */
export function useOpenTurn({ seat, decision, windowDeadline, isOver }: Seen): boolean {
  const held = useRef(false);
  if (windowDeadline === undefined) held.current = seat !== undefined && decision !== undefined && !isOver;
  return held.current;
}
