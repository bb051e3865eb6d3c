import { type FormEvent, useState } from 'react';
import { useTexts } from '../../app/language.tsx';
import { type Login, loginOf } from './device/login.ts';
import { TWIN } from './texts.ts';

/** The name and the password with which a temple logs in at the broker. */
export function LoginForm({ onLogin }: { readonly onLogin: (login: Login) => void }) {
  const { login: texts } = useTexts(TWIN);
  const [isWrong, setWrong] = useState(false);
  const go = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const said = (name: string) => String(form.get(name) ?? '');
    const login = loginOf({ id: said('id'), password: said('password'), code: said('code') });
    setWrong(login === undefined);
    if (login !== undefined) onLogin(login);
  };
  return (
    <section className="card">
      <h2>{texts.title}</h2>
      <p>{texts.how}</p>
      <pre>
        <code>npm run temple:new</code>
      </pre>
      <p>{texts.link}</p>
      <form onSubmit={go} className="settings">
        <label>
          {texts.id}
          <input
            name="id"
            required
            placeholder="templo-7f3a"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </label>
        <label>
          {texts.password}
          <input name="password" required autoComplete="off" autoCapitalize="characters" spellCheck={false} />
        </label>
        <label>
          {texts.code}
          <input name="code" autoComplete="off" autoCapitalize="characters" spellCheck={false} />
        </label>
        <button type="submit" className="main">
          {texts.go}
        </button>
      </form>
      {isWrong && <p role="alert">{texts.wrong}</p>}
    </section>
  );
}
