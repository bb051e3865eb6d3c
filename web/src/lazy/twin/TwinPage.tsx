import { PAGES } from '@flower-war/protocol/pages';
import type { Slot } from '@flower-war/protocol/temple';
import type { Display } from '@flower-war/temple/core';
import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { useTexts, useTitle } from '../../app/language.tsx';
import { Form, Button, Field } from '../../ui/forms.tsx';
import { Faults, type Running } from './Faults.tsx';
import { Pyramid } from './Pyramid.tsx';
import {
  type BrowserTwin,
  canKeep,
  type Hardware,
  keepLogin,
  keptLogin,
  type Login,
  loginInHash,
  loginOf,
  type Mishaps,
  nextFall,
  NO_MISHAPS,
  startBrowserTwin,
  USUAL,
} from './browserTwin.ts';
import { inOneTab } from './oneTab.ts';
import { TWIN, type TwinTexts } from './texts.ts';
import { Card } from '../../ui/controls.tsx';
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
        <TwinHere key={login.id} login={login} leave={() => change(undefined)} />
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
  const go = (said: (field: string) => string) => {
    const login = loginOf({ id: said('id'), password: said('password'), code: said('code') });
    setWrong(login === undefined);
    if (login !== undefined) onLogin(login);
  };
  return (
    <Card title={texts.title}>
      <p>{texts.how}</p>
      <pre>
        <code>npm run do -- new-temple</code>
      </pre>
      <p>{texts.link}</p>
      <Form send={go} className="settings">
        <Field
          isPlain
          label={texts.id}
          name="id"
          required
          placeholder="templo-7f3a"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Field
          isPlain
          label={texts.password}
          name="password"
          required
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <Field
          isPlain
          label={texts.code}
          name="code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <Button type="submit" className="main" text={texts.go} />
      </Form>
      {isWrong && <p role="alert">{texts.wrong}</p>}
    </Card>
  );
}

const canRemember = canKeep();

interface Chosen {
  readonly login: Login;
  readonly leave: () => void;
}

/** The temple, unless it runs in another tab. Each time it begins to run here, it reads its flash anew. */
function TwinHere({ login, leave }: Chosen) {
  const { elsewhere, change } = useTexts(TWIN);
  const [isHere, setHere] = useState<boolean>();
  const [turn, count] = useReducer((turns: number) => turns + 1, 0);
  useEffect(() => {
    const tell = (is: boolean) => {
      setHere(is);
      count();
    };
    return inOneTab(login.id, tell);
  }, [login.id]);
  if (isHere === undefined) return null;
  if (isHere) return <RunningTwin key={turn} login={login} leave={leave} />;
  return (
    <>
      <p role="status">{elsewhere(login.id)}</p>
      <Button onClick={leave} text={change} />
    </>
  );
}

/** The temple with its two slots, what its lights mean, and its faults. */
function RunningTwin({ login, leave }: Chosen) {
  const texts = useTexts(TWIN);
  const running = useTwin(login);
  const [mishaps, setMishaps] = useState<Mishaps>(NO_MISHAPS);
  if (running === undefined) return null;
  const { now } = running;
  const { display, device } = now.twin;
  const drop = (slot: Slot) => now.twin.drop(slot, nextFall(mishaps, now.random));
  return (
    <>
      <p className="named">
        <b>{display.name ?? login.id}</b> {display.name !== undefined && <small>{login.id}</small>}
      </p>
      {!canRemember && <p role="status">{texts.forgetful}</p>}
      <Pyramid shown={{ device, display, at: now.clock.now() }} drop={drop} texts={texts} />
      <State now={now} texts={texts} />
      <p className="deeds">
        <a href={claimHref(login)} target="_blank" rel="noreferrer" className="button">
          {texts.claim}
        </a>
        <Button onClick={leave} text={texts.change} />
      </p>
      <Faults running={running} mishaps={mishaps} setMishaps={setMishaps} />
    </>
  );
}

/** In another window, because the temple runs as long as this page is open. Without its printed code a temple is claimed by a code that it shows, or by a knock. */
const claimHref = ({ id, code }: Login): string =>
  code === undefined ? PAGES.temples : `${PAGES.claim}?${new URLSearchParams({ t: id, k: code })}`;

function State({ now: { twin }, texts }: { readonly now: BrowserTwin; readonly texts: TwinTexts }) {
  const { display, trouble } = twin;
  return (
    <div className="state">
      <p role="status">{stateOf(display, texts)}</p>
      {display.code !== undefined && <p role="status">{texts.code(display.code)}</p>}
      {trouble !== undefined && !display.isConnected && display.power === 'on' && (
        <p role="alert">{troubleOf(trouble, texts)}</p>
      )}
    </div>
  );
}

function stateOf({ power, lights }: Display, texts: TwinTexts): string {
  if (lights !== undefined) return texts.lights[lights];
  return power === 'off' ? texts.off : texts.booting;
}

function troubleOf(trouble: string, { troubles }: TwinTexts): string {
  return Object.hasOwn(troubles, trouble) ? troubles[trouble as keyof typeof troubles] : troubles.lost;
}

// Runs a temple as long as its page is open, and draws it as often as its lights move.

/** Lights that run need no more pictures than this. */
const SHOW_EVERY_MS = 60;

/** Nothing before the temple has begun to start. */
function useTwin(login: Login): Running | undefined {
  const [hardware, build] = useState(USUAL);
  const [now, setNow] = useState<BrowserTwin>();
  const current = useRef<BrowserTwin>(undefined);
  useTicks(now);

  const start = useCallback(
    (wanted: Hardware) => {
      const before = current.current;
      void before?.twin.stop();
      const begun = startBrowserTwin(login, wanted, before);
      current.current = begun;
      setNow(begun);
    },
    [login],
  );
  useEffect(() => {
    start(USUAL);
    return () => void current.current?.twin.stop();
  }, [start]);
  // Other hardware is another device with the same flash.
  const powerOn = () => (now?.hardware === hardware ? now.twin.powerOn() : start(hardware));
  return now && { now, hardware, build, powerOn };
}

function useTicks(now: BrowserTwin | undefined): void {
  const [, setTick] = useState(0);
  useEffect(() => {
    const draw = () => setTick((tick) => tick + 1);
    const timer = setInterval(draw, SHOW_EVERY_MS);
    const unwatch = now?.twin.watch(draw);
    return () => {
      clearInterval(timer);
      unwatch?.();
    };
  }, [now]);
}
