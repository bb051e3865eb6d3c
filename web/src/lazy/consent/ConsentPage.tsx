/** A program of others asks the player for a token: who asks, where the answer goes, what the program could do, and two buttons. */
import type { FlowerWarClient } from '@flower-war/client';
import { type ConsentAmiss, type ConsentAsked, readConsent } from '@flower-war/protocol/consent';
import { PAGES } from '@flower-war/protocol/pages';
import { OAUTH_CALLS, pathOf } from '@flower-war/protocol/paths';
import { type ReactNode, useEffect, useState } from 'react';
import { Problem, useDeed } from '../../app/asked.tsx';
import { ownCall } from '../../app/ownCall.ts';
import { useLanguage, useTexts, useTitle } from '../../app/language.tsx';
import { Way } from '../../app/navigation.tsx';
import { PasskeySignIn, usePlayer } from '../../app/player.tsx';
import { TOKENS } from '../../people/me/texts.ts';
import { ProviderSignIn, TakeCode } from '../../people/signIn.tsx';
import { Button } from '../../ui/forms.tsx';
import { Opening, Status } from '../../ui/controls.tsx';
import { CONSENT } from './texts.ts';
import '../../people/people.css';

export function ConsentPage() {
  const texts = useTexts(CONSENT);
  const [query] = useState(() => location.search.slice(1));
  const asked = readConsent(query);
  useTitle(texts.title);
  return (
    <main className="page">
      <h1>{texts.title}</h1>
      <section className="card">
        {asked.kind === 'unclear' && <Unclear about={asked.about} />}
        {asked.kind === 'amiss' && <Amiss asked={asked} query={query} />}
        {asked.kind === 'asked' && <Asked asked={asked} query={query} />}
      </section>
    </main>
  );
}

/** No answer goes anywhere, so that this page sends no person to an address that it cannot name. */
function Unclear({ about }: { readonly about: string }) {
  const texts = useTexts(CONSENT);
  const { texts: app } = useLanguage();
  return (
    <>
      <p role="alert">{texts.unclear(about)}</p>
      <Way to={PAGES.home} text={app.home} />
    </>
  );
}

interface AmissProps {
  readonly asked: ConsentAmiss;
  readonly query: string;
}

/** The program is told, when the person wants to go back there: any page can lead here, and none through here to another one. */
function Amiss({ asked: { place, error, about }, query }: AmissProps) {
  const texts = useTexts(CONSENT);
  return (
    <>
      <p role="alert">{texts.amiss(place, `${error}: ${about}`)}</p>
      <Answering query={query}>{(answer) => <Button {...answer(false)} text={texts.backTo(place)} />}</Answering>
    </>
  );
}

const DAY_MS = 86_400_000;

interface AskedProps {
  readonly asked: ConsentAsked;
  readonly query: string;
}

function Asked({ asked: { place, client, scopes, days }, query }: AskedProps) {
  const texts = useTexts(CONSENT);
  const { scopes: may, until } = useTexts(TOKENS);
  const { words } = useLanguage();
  const { session } = usePlayer();
  const end = new Date(Date.now() + days * DAY_MS).toLocaleDateString(words.language, { dateStyle: 'medium' });
  return (
    <>
      <p>
        {texts.wants} <b className="wrote">{place}</b>.
      </p>
      <p>{texts.claims(client)}</p>
      <p>{texts.may(session.name, until(end))}</p>
      <ul className="allowed">
        {scopes.map((scope) => (
          <li key={scope}>{may[scope]}</li>
        ))}
      </ul>
      <p>
        <small>{texts.later}</small>
      </p>
      <Answering query={query}>
        {(answer) => (
          <>
            <Button {...answer(true)} className="main" text={texts.allow} />
            <Button {...answer(false)} text={texts.refuse} />
          </>
        )}
      </Answering>
      <Opening title={texts.other} className="notices">
        <ProviderSignIn session={undefined} />
        <PasskeySignIn to={`${PAGES.authorize}${location.search}`} />
        <TakeCode />
      </Opening>
    </>
  );
}

/** A page that lies above this one may vanish under a second click, which then was not meant for this page. */
const UNREAD_MS = 800;

interface AnsweringProps {
  readonly query: string;
  readonly children: (
    answer: (allows: boolean) => { readonly disabled: boolean; readonly onClick: () => void },
  ) => ReactNode;
}

function Answering({ query, children }: AnsweringProps) {
  const texts = useTexts(CONSENT);
  const { client } = usePlayer();
  const { isBusy, isDone, error, run } = useDeed();
  const [isUnread, setUnread] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setUnread(false), UNREAD_MS);
    return () => clearTimeout(timer);
  }, []);
  const send = (allows: boolean) => run(async () => location.replace(await redirectFor(client, { query, allows })));
  const answer = (allows: boolean) => ({ disabled: isBusy || isUnread, onClick: () => send(allows) });
  return (
    <>
      <div className="others">{children(answer)}</div>
      {isDone && <Status>{texts.done}</Status>}
      {error && <Problem error={error} />}
    </>
  );
}

interface Answered {
  readonly query: string;
  readonly allows: boolean;
}

async function redirectFor(client: FlowerWarClient, answered: Answered): Promise<string> {
  const path = pathOf({ call: OAUTH_CALLS.grantProgram });
  return (await ownCall<{ readonly redirect: string }>(path, { client, body: answered })).redirect;
}
