import { useState } from 'react';
import { useTexts, useTitle } from '../../app/language.tsx';
import { keepLogin, keptLogin } from './device/kept.ts';
import { type Login, loginInHash } from './device/login.ts';
import { LoginForm } from './LoginForm.tsx';
import { RunningTwin } from './RunningTwin.tsx';
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
