import type { Answer, LiveMatch } from '@flower-war/client';
import { useState } from 'react';
import { useLanguage } from '../../app/language.tsx';

interface Props {
  readonly live: LiveMatch;
  readonly isPaused: boolean;
}

const PAUSE_MINUTES = 15;

/** What takes effect when all people at the table agree. Where bots alone sit, ending the match asks once more. */
export function Offers({ live, isPaused }: Props) {
  const { words, texts } = useLanguage();
  const { offers } = texts.match;
  const [isSure, setSure] = useState(false);
  const [refused, setRefused] = useState('');
  const send = async (asked: Promise<Answer>) => {
    setSure(false);
    const answer = await asked;
    setRefused(answer.kind === 'rejected' ? words.refusal(answer) : '');
  };
  return (
    <fieldset className="offers">
      <legend>{texts.match.agree}</legend>
      <button type="button" onClick={() => void send(live.offer('takeback'))}>
        {offers.takeback}
      </button>
      {isPaused ? (
        <button type="button" onClick={() => void send(live.offer('resume'))}>
          {offers.resume}
        </button>
      ) : (
        <button type="button" onClick={() => void send(live.offer('pause', PAUSE_MINUTES))}>
          {offers.pause}
        </button>
      )}
      {isSure ? (
        <>
          <p>{texts.match.sureToAbort}</p>
          <button type="button" className="main" onClick={() => void send(live.offer('abort'))}>
            {texts.match.abortForGood}
          </button>
          <button type="button" onClick={() => setSure(false)}>
            {texts.match.playOn}
          </button>
        </>
      ) : (
        <button type="button" onClick={() => setSure(true)}>
          {offers.abort}
        </button>
      )}
      {refused !== '' && (
        <p role="alert" className="refused">
          {refused}
        </p>
      )}
    </fieldset>
  );
}
