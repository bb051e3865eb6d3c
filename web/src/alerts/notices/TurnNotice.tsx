import { useEffect, useRef } from 'react';
import { useLanguage } from '../../app/language.tsx';
import { editionName } from '../../app/games.ts';
import { notice } from './NoticeSwitch.tsx';

interface TurnNoticeProps {
  readonly match: string;
  readonly preset: string;
  /** Whether it is the player's turn, as all at the table know. */
  readonly isTurn: boolean;
}

/** Calls a player who looks elsewhere when the turn begins. It goes away with the turn, or when the player comes. */
export function TurnNotice({ match, preset, isTurn }: TurnNoticeProps) {
  const { words, texts } = useLanguage();
  const said = useRef({ title: '', body: '' });
  said.current = { title: editionName(words, preset), body: texts.match.yourMove };
  useEffect(() => {
    if (!isTurn || !document.hidden) return;
    const shown = notice(said.current.title, { body: said.current.body, match });
    const close = () => shown?.close();
    document.addEventListener('visibilitychange', close);
    return () => {
      document.removeEventListener('visibilitychange', close);
      close();
    };
  }, [isTurn, match]);
  return null;
}
