import { type Answer, type LiveMatch, PHRASES, type PhraseId } from '@flower-war/client';
import { type FormEvent, useState } from 'react';
import { useLanguage } from '../../app/language.tsx';

interface Props {
  readonly live: LiveMatch;
  /** Whether a player may say anything, and not ready-made phrases alone. */
  readonly isFree: boolean;
}

const IDS = Object.keys(PHRASES) as PhraseId[];

/** A phrase is one tap, and each player reads it in the own language. */
export function Saying({ live, isFree }: Props) {
  const { words, texts } = useLanguage();
  const [refused, setRefused] = useState('');
  const send = async (asked: Promise<Answer>) => {
    const answer = await asked;
    setRefused(answer.kind === 'rejected' ? words.refusal(answer) : '');
  };
  const say = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const text = String(new FormData(form).get('text') ?? '').trim();
    if (text === '') return;
    form.reset();
    void send(live.say(text));
  };
  return (
    <>
      {isFree && (
        <form onSubmit={say} className="saying">
          <input name="text" maxLength={300} autoComplete="off" aria-label={texts.talk.what} />
          <button type="submit">{texts.talk.say}</button>
        </form>
      )}
      {refused !== '' && (
        <p role="alert" className="refused">
          {refused}
        </p>
      )}
      <fieldset className="phrases">
        <legend>{texts.talk.phrases}</legend>
        {IDS.map((id) => (
          <button key={id} type="button" onClick={() => void send(live.phrase(id))}>
            {words.screen.phrases[id]}
          </button>
        ))}
      </fieldset>
    </>
  );
}
