import { type FormEvent, useState } from 'react';
import { useTexts, useTitle } from '../../app/language.tsx';
import { RunningTwin } from './RunningTwin.tsx';
import { keepLogin, keptLogin, type Login, loginInHash, loginOf } from './device/browserTwin.ts';
import { TWIN } from './texts.ts';
import './twin.css';

/** A temple of beads in this browser. */
export function TwinPage() {
  const { title, about } = useTexts(TWIN);
  useTitle(title);
  const [login, setLogin] = useState(firstLogin);
  const change = (next: Login | undefined) => {
    keepLogin(next);
    setLogin(next);
  };
  return (
    <main className="page twin">
      <h1>{title}</h1>
      {login === undefined ? (
        <>
          <p>{about}</p>
          <LoginForm onLogin={change} />
        </>
      ) : (
        <RunningTwin key={login.id} login={login} leave={() => change(undefined)} />
      )}
    </main>
  );
}

/** A link brings a password. It leaves the address bar at once, so that no picture of the screen and no bookmark shows it. */
function firstLogin(): Login | undefined {
  const linked = loginInHash(location.hash);
  if (linked === undefined) return keptLogin();
  history.replaceState(null, '', location.pathname);
  keepLogin(linked);
  return linked;
}

/** The name and the password with which a temple logs in at the broker. */
function LoginForm({ onLogin }: { readonly onLogin: (login: Login) => void }) {
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
        <code>npm run do -- new-temple</code>
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
