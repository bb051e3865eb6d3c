/** The ways in: by an invitation where the host does not let every guest in, by the provider of the host, and by a code. */
import { PAGES } from '@flower-war/protocol/pages';
import { FlowerWarClient, RefusedError, type SignedIn } from '@flower-war/client';
import { useCallback, useEffect, useState } from 'react';
import { PasskeySignIn, type GateProps } from '../app/player.tsx';
import { useLanguage, useTexts, useTitle } from '../app/language.tsx';
import { outward, useQuery, Way } from '../app/navigation.tsx';
import { asError, Problem, useAsked, useDeed } from '../app/asked.tsx';
import { Button, Field, Form } from '../ui/forms.tsx';
import { ME } from './me/texts.ts';
import { GATE, PROVIDER } from './texts.ts';
import { keepSession, keptSession } from '../app/setting.ts';
import './people.css';

/** What a person finds who has no player here, where the host does not let every guest in; or whose session the server has ended. */
export function Gate(props: GateProps) {
  return props.isOver ? <Over {...props} /> : <ByInvitation {...props} />;
}

function Over({ isBusy, enter }: GateProps) {
  const gate = useTexts(GATE);
  useTitle(gate.over);
  return (
    <main className="page card">
      <h1>{gate.over}</h1>
      <p role="alert">{gate.overAbout}</p>
      <WaysBack />
      <h2>{gate.anew}</h2>
      <p>{gate.anewAbout}</p>
      <Button disabled={isBusy} onClick={() => enter()} text={gate.asGuest} />
    </main>
  );
}

function WaysBack() {
  return (
    <>
      <ProviderSignIn session={undefined} />
      <PasskeySignIn to={back() ?? PAGES.home} />
      <TakeCode />
    </>
  );
}

function ByInvitation({ error, isClosed, isBusy, enter }: GateProps) {
  const gate = useTexts(GATE);
  const given = useQuery('invitation');
  useTitle(gate.title);
  return (
    <main className="page card">
      <h1>{gate.title}</h1>
      <p>{isClosed ? gate.closed : gate.about}</p>
      {!isClosed && (
        <Form send={(said) => enter(said('invitation'))} className="line">
          <Field
            label={gate.invitation}
            name="invitation"
            required
            maxLength={64}
            defaultValue={given}
            autoComplete="off"
            autoCapitalize="characters"
          />
          <Button type="submit" disabled={isBusy} text={gate.enter} />
        </Form>
      )}
      {error && <Problem error={error} />}
      <h2>{gate.before}</h2>
      <WaysBack />
    </main>
  );
}

// Where an OpenID provider sends the browser back: the player is signed in, or the page says what went wrong and what to do.

/** An answer is good for once, however often the page is drawn. */
let entering: Promise<void> | undefined;

export function SignedInPage() {
  const { texts } = useLanguage();
  const provider = useTexts(PROVIDER);
  const [error, setError] = useState<Error>();
  useTitle(provider.title);
  useEffect(() => {
    entering ??= enter();
    entering
      .then(() => location.replace(takeKept(BACK) ?? PAGES.home))
      .catch((thrown: unknown) => setError(asError(thrown)));
  }, []);
  if (error === undefined) return <p className="wait">{texts.loading}</p>;
  const about = provider.reasons[reasonOf(error)];
  return (
    <main className="page card">
      <h1>{provider.failed}</h1>
      {about === undefined ? <Problem error={error} /> : <p role="alert">{about}</p>}
      <ProviderSignIn session={keptSession()} />
      <Way to={PAGES.home} text={texts.home} />
    </main>
  );
}

/** The answer belongs to another tab, or was taken before. */
const NOT_BEGUN = new Error();

function reasonOf(error: Error): string {
  if (error === NOT_BEGUN) return 'expired';
  return error instanceof RefusedError && error.code === 'sign-in-refused' ? (error.reason ?? '') : '';
}

async function enter(): Promise<void> {
  const answer = location.search.slice(1);
  history.replaceState(null, '', location.pathname); // the answer is for the server alone
  const key = takeKept(BEGUN);
  if (key === undefined) throw NOT_BEGUN;
  const client = new FlowerWarClient({ url: location.origin, onSession: keepSession });
  await client.provider.finish(key, answer);
}

// Signing in by the OpenID provider of the host, on any page.

/** In this tab alone, until the provider sends it back. */
const BEGUN = 'flower-war-sign-in';
const BACK = 'flower-war-back';

/** A program waits for the answer of the person: after the sign-in the page goes on there, also after one that failed first. */
function back(): string | undefined {
  if (location.pathname === PAGES.authorize) return `${PAGES.authorize}${location.search}`;
  return location.pathname === PAGES.signedIn ? (sessionStorage.getItem(BACK) ?? undefined) : undefined;
}

interface ProviderProps {
  /** Of the player here, who will be known by the provider. Absent if there is none. */
  readonly session: SignedIn | undefined;
  /** What it is good for. */
  readonly about?: string;
}

/** Nothing where the host has no provider. */
export function ProviderSignIn({ session, about }: ProviderProps) {
  const { texts } = useLanguage();
  const { isBusy, error, run } = useDeed();
  const { value, ...asked } = useAsked(useCallback(() => clientOf().provider.ways(), []));
  if (asked.error) return <Problem error={asked.error} retry={asked.again} />;
  if (value?.provider === undefined) return null;
  const begin = async () => {
    const go = outward();
    const { url, key } = await clientOf(session).provider.start();
    sessionStorage.setItem(BEGUN, key);
    sessionStorage.setItem(BACK, back() ?? PAGES.home);
    go(url);
  };
  return (
    <>
      {about && <p>{about}</p>}
      <Button disabled={isBusy} onClick={() => run(begin)} text={texts.signInBy(value.provider)} />
      {error && <Problem error={error} />}
    </>
  );
}

const clientOf = (session?: SignedIn) =>
  new FlowerWarClient({ url: location.origin, ...(session !== undefined && { session }) });

/** What this tab has kept of the sign-in that it has begun, which is used up. */
function takeKept(name: string): string | undefined {
  const kept = sessionStorage.getItem(name) ?? undefined;
  sessionStorage.removeItem(name);
  return kept;
}

// By a code that another device shows, or by a recovery code.

/** Recovery codes are longer than the codes that link a device. */
const LINK_LETTERS = 12;

export function TakeCode({ loses }: { readonly loses?: string }) {
  const me = useTexts(ME);
  const { isBusy, error, run } = useDeed();
  const given = useQuery('link');
  const take = (code: string) =>
    run(async () => {
      await signIn(code);
      location.assign(back() ?? PAGES.me);
    });
  return (
    <Form send={(said) => take(said('code'))} className="line">
      <Field
        label={me.hereAbout}
        name="code"
        required
        defaultValue={given}
        autoComplete="off"
        autoCapitalize="characters"
      />
      <Button type="submit" disabled={isBusy} text={me.go} />
      {loses && <small>{loses}</small>}
      {error && <Problem error={error} />}
    </Form>
  );
}

async function signIn(code: string): Promise<void> {
  const options = { url: location.origin, onSession: keepSession };
  const letters = code.replaceAll(/[^A-Za-z0-9]/g, '').length;
  await (letters > LINK_LETTERS ? FlowerWarClient.recover(options, code) : FlowerWarClient.redeem(options, code));
}
