import { useEffect, useRef, useState } from 'react';
import { editionName } from '../app/games.ts';
import { useLanguage, useTexts } from '../app/language.tsx';
import { useSetting } from '../app/setting.ts';
import { NOTICES } from './openTurn.ts';
import { NOTICE_TEXTS } from './texts.ts';

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

/** Asks the browser for leave, and shows at once how a notice looks. */
export function NoticeSwitch({ match }: { readonly match: string }) {
  const texts = useTexts(NOTICE_TEXTS);
  const isOn = useSetting(NOTICES);
  const [problem, setProblem] = useState('');
  if (!hasNotices()) return <small>{texts.missing}</small>;
  const turnOn = async () => {
    if ((await Notification.requestPermission()) !== 'granted') return setProblem(texts.forbidden);
    const sample = notice(texts.title, { body: texts.sample, match });
    setProblem(sample === undefined ? texts.missing : '');
    NOTICES.choose(sample !== undefined);
  };
  return (
    <>
      <button type="button" onClick={() => (isOn ? NOTICES.choose(false) : void turnOn())}>
        {isOn ? texts.turnOff : texts.turnOn}
      </button>
      {problem !== '' && <p role="alert">{problem}</p>}
    </>
  );
}

// Notices that the system shows beside the browser. No server of others takes part: the page must be open.

/** Browsers show notices for pages that came by https or from this machine. */
const hasNotices = (): boolean => isSecureContext && 'Notification' in globalThis;

/** Undefined where the browser shows notices of service workers alone, as those of Android do. */
function notice(title: string, { body, match }: { readonly body: string; readonly match: string }) {
  try {
    const shown = new Notification(title, { body, tag: match });
    shown.onclick = () => {
      focus();
      shown.close();
    };
    return shown;
  } catch {
    return undefined;
  }
}
