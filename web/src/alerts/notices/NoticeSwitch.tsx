import { useState } from 'react';
import { useTexts } from '../../app/language.tsx';
import { useSetting } from '../../app/setting.ts';
import { NOTICES } from '../wanted.ts';
import { hasNotices, notice } from './notice.ts';
import { NOTICE_TEXTS } from './texts.ts';

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
