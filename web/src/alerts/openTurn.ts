import type { MatchSnapshot } from '@flower-war/client';

type Seen = Pick<MatchSnapshot, 'seat' | 'decision' | 'windowDeadline' | 'isOver'>;

/**
 * Whether it is the player's turn, as all at the table know. A hidden window asks a player because of secret cards: people
 * near the screen must not learn of it, so that it changes nothing.
 */
export function isOpenTurn({ seat, decision, windowDeadline, isOver }: Seen, before: boolean): boolean {
  if (windowDeadline !== undefined) return before;
  return seat !== undefined && decision !== undefined && !isOver;
}
