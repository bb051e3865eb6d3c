import { readInviteLink } from '@flower-war/client';
import { type FormEvent, useState } from 'react';
import { useLanguage } from '../app/language.tsx';
import { navigate } from '../app/navigation.tsx';
import { matchHref } from '../app/route.ts';

const ID = /^[A-Za-z0-9_-]{4,64}$/;

/** For people who got a link in another way than by tapping it. */
export function JoinByLink() {
  const { texts } = useLanguage();
  const [isWrong, setWrong] = useState(false);
  const go = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [link, code] = ['link', 'code'].map((name) => String(form.get(name) ?? '').trim());
    const href = hrefIn(link ?? '', code ?? '');
    setWrong(href === undefined);
    if (href !== undefined) navigate(href);
  };
  return (
    <section className="card">
      <h2>{texts.join.title}</h2>
      <form onSubmit={go} className="join">
        <label>
          {texts.join.label}
          <input name="link" required autoComplete="off" autoCapitalize="none" />
        </label>
        <label>
          {texts.join.code}
          <input name="code" autoComplete="off" autoCapitalize="characters" size={8} />
        </label>
        <button type="submit">{texts.join.go}</button>
      </form>
      {isWrong && <p role="alert">{texts.join.none}</p>}
    </section>
  );
}

function hrefIn(link: string, code: string): string | undefined {
  const invitation = readInviteLink(link);
  const match = invitation?.match ?? (ID.test(link) ? link : undefined);
  const known = code === '' ? invitation?.code : code;
  return match === undefined ? undefined : matchHref(match, known);
}
