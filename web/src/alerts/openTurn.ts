import type { MatchSnapshot } from '@flower-war/client';
import { useEffect, useRef } from 'react';
import { flag, type Setting } from '../app/setting.ts';

type TurnState = Pick<MatchSnapshot, 'seat' | 'decision' | 'windowDeadline' | 'isOver'> & {
  readonly table: Pick<MatchSnapshot['table'], 'pausedUntil'>;
};

/**
 * Whether it is the player's turn, as all at the table know. A hidden window asks a player because of secret cards: people
 * near the screen must not learn of it, so that it changes nothing.
 */
export function isOpenTurn({ seat, decision, windowDeadline, isOver, table }: TurnState, before: boolean): boolean {
  if (windowDeadline !== undefined) return before;
  return seat !== undefined && decision !== undefined && table.pausedUntil === 0 && !isOver;
}

/** Whether it is the player's turn, as all at the table know. */
export function useOpenTurn(snapshot: MatchSnapshot): boolean {
  const held = useRef(false);
  held.current = isOpenTurn(snapshot, held.current);
  return held.current;
}

const MARK = '● ';

/** Marks the title of a page that is not in sight while it is the player's turn. */
export function useTurnMark(isTurn: boolean): void {
  useEffect(() => {
    if (!isTurn) return;
    const show = (isMarked: boolean) => {
      document.title = `${isMarked ? MARK : ''}${document.title.replace(MARK, '')}`;
    };
    const look = () => show(document.hidden);
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      show(false);
    };
  }, [isTurn]);
}

// What the person has asked for; nothing until then.

export const SOUNDS: Setting<boolean> = flag('flower-war-sounds');
export const NOTICES: Setting<boolean> = flag('flower-war-notices');
export const VIBRATION: Setting<boolean> = flag('flower-war-vibration');

const CAN_VIBRATE = '(any-pointer: coarse) and (prefers-reduced-motion: no-preference)';

/** Browsers of desks know how to vibrate, too, but have nothing that does. */
export const canVibrate = (): boolean => 'vibrate' in navigator && matchMedia(CAN_VIBRATE).matches;
