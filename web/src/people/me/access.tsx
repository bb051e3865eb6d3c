/** How the player comes back, here and on other devices, and the programs that act for the player. */
import type { Link, MadeToken, Passkey, ProgramToken, Scope, Session } from '@flower-war/client';
import { PAGES } from '@flower-war/protocol/pages';
import { useCallback, useState } from 'react';
import { byDevice, HAS_PASSKEYS, PasskeySignIn, usePlayer } from '../../app/player.tsx';
import { ProviderSignIn, TakeCode } from '../signIn.tsx';
import { QrCode } from '../../ui/QrCode.tsx';
import { useLanguage, useTexts } from '../../app/language.tsx';
import { Problem, useAsked, useDeed } from '../../app/asked.tsx';
import { Button, Field, Form } from '../../ui/forms.tsx';
import { ME, PASSKEYS, SESSIONS, TOKENS } from './texts.ts';
import { PROVIDER } from '../texts.ts';
import { Card, Copy, Opening, Status } from '../../ui/controls.tsx';
import { Line } from '../figures.tsx';

/** The same player on several devices: this one shows a code, or takes one. */
export function Devices() {
  const me = useTexts(ME);
  const provider = useTexts(PROVIDER);
  const { session } = usePlayer();
  return (
    <Card title={me.devices}>
      <ShowCode />
      <h3>{me.here}</h3>
      <ProviderSignIn session={session} about={provider.about} />
      <PasskeySignIn to={PAGES.me} />
      <TakeCode loses={me.hereLost} />
    </Card>
  );
}

function ShowCode() {
  const me = useTexts(ME);
  const { words } = useLanguage();
  const { client } = usePlayer();
  const { isBusy, error, run } = useDeed();
  const [link, setLink] = useState<Link>();
  return (
    <>
      <p>{me.devicesAbout}</p>
      <Button disabled={isBusy} onClick={() => run(async () => setLink(await client.account.link()))} text={me.link} />
      {link && (
        <>
          <output className="code">{link.code}</output>
          <QrCode text={hrefOf(link)} label={me.devicesAbout} />
          <p>{words.screen.account.worksUntil(timeOf(link, words.language))}</p>
        </>
      )}
      {error && <Problem error={error} />}
    </>
  );
}

/** The other device opens this page with the code in its place. */
const hrefOf = ({ code }: Link) => new URL(`${PAGES.me}?link=${code}`, location.origin).href;

const timeOf = ({ expiresAt }: Link, language: string) =>
  new Date(expiresAt).toLocaleTimeString(language, { timeStyle: 'short' });

type RecoveryProps = Readonly<{ hasCode: boolean } & Record<'again' | 'onRenewed', () => void>>;

/** The way back for the day when all devices are lost. The code before a new one brings no player back any more. */
export function Recovery({ hasCode, again, onRenewed }: RecoveryProps) {
  const me = useTexts(ME);
  const { client } = usePlayer();
  const { isBusy, error, run } = useDeed();
  const [code, setCode] = useState<string>();
  const renew = () =>
    run(async () => {
      setCode(await client.account.recoveryCode().finally(again));
      onRenewed();
    });
  return (
    <Card title={me.recovery}>
      <p>{me.recoveryAbout}</p>
      <p>{hasCode ? me.hasRecovery : me.noRecovery}</p>
      <Button disabled={isBusy} onClick={renew} text={me.newRecovery} />
      {code !== undefined && <NewCode code={code} />}
      {error && <Problem error={error} />}
    </Card>
  );
}

/** A recovery code, which is shown this once. */
export function NewCode({ code }: { readonly code: string }) {
  const me = useTexts(ME);
  return (
    <Status>
      {me.recoveryAbout} <output className="code">{code}</output>
    </Status>
  );
}

// The passkeys of the player: to see, add and remove them.

export function Passkeys() {
  const texts = useTexts(PASSKEYS);
  const { client } = usePlayer();
  const { value, error, again } = useAsked(useCallback(() => client.passkeys.list(), [client]));
  return (
    <Card title={texts.title}>
      <p>{HAS_PASSKEYS ? texts.about : texts.cannot}</p>
      {error && <Problem error={error} retry={again} />}
      <ul className="sessions">
        {value?.map((passkey) => (
          <OnePasskey key={passkey.passkey} passkey={passkey} again={again} />
        ))}
      </ul>
      {HAS_PASSKEYS && <AddPasskey again={again} />}
    </Card>
  );
}

interface OneProps {
  readonly passkey: Passkey;
  readonly again: () => void;
}

function OnePasskey({ passkey: { passkey, name, createdAt, lastUsedAt }, again }: OneProps) {
  const texts = useTexts(PASSKEYS);
  const sessions = useTexts(SESSIONS);
  const { words } = useLanguage();
  const { client } = usePlayer();
  const day = (at: number) => new Date(at).toLocaleDateString(words.language, { dateStyle: 'medium' });
  const shown = name || texts.unnamed;
  return (
    <Line text={texts.remove} label={texts.removeOne(shown)} act={() => client.passkeys.remove(passkey).finally(again)}>
      {shown}{' '}
      <small>
        {texts.since(day(createdAt))}
        {lastUsedAt !== undefined && `, ${sessions.used(day(lastUsedAt))}`}
      </small>
    </Line>
  );
}

function AddPasskey({ again }: Pick<OneProps, 'again'>) {
  const texts = useTexts(PASSKEYS);
  const { passkey: said } = useLanguage().texts;
  const { client } = usePlayer();
  const { isBusy, error, run } = useDeed();
  const add = (name: string) =>
    run(async () => {
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(await client.passkeys.start());
      const made = await byDevice<RegistrationResponseJSON>(navigator.credentials.create({ publicKey }), said);
      await client.passkeys.add(made, name.trim() || undefined).finally(again);
    });
  return (
    <Form send={(said) => add(said('passkey'))} className="line">
      <Field label={texts.name} name="passkey" maxLength={40} autoComplete="off" />
      <Button type="submit" disabled={isBusy} text={texts.add} />
      {error && <Problem error={error} />}
    </Form>
  );
}

// The tokens that the player has made for programs: to see, make and revoke them.

/** Few people have a program, so that it opens by a tap. */
export function ProgramTokens() {
  const texts = useTexts(TOKENS);
  return (
    <Opening title={texts.title} className="card notices">
      <p>{texts.about}</p>
      <Tokens />
    </Opening>
  );
}

function Tokens() {
  const { client } = usePlayer();
  const { value: tokens, error, again } = useAsked(useCallback(() => client.tokens.list(), [client]));
  return (
    <>
      {error && <Problem error={error} retry={again} />}
      <ul className="sessions">
        {tokens?.map((token) => (
          <OneToken key={token.token} token={token} again={again} />
        ))}
      </ul>
      <MakeToken again={again} />
    </>
  );
}

interface TokenProps {
  readonly token: ProgramToken;
  readonly again: () => void;
}

function OneToken({ token: { token, name, scopes, endsAt, lastUsedAt }, again }: TokenProps) {
  const texts = useTexts(TOKENS);
  const sessions = useTexts(SESSIONS);
  const { words } = useLanguage();
  const { client } = usePlayer();
  const day = (at: number) => new Date(at).toLocaleDateString(words.language, { dateStyle: 'medium' });
  return (
    <Line text={texts.revoke} label={texts.revokeOne(name)} act={() => client.tokens.revoke(token).finally(again)}>
      {name}{' '}
      <small>
        {scopes.map((scope) => texts.scopes[scope]).join(', ')}; {texts.until(day(endsAt))},{' '}
        {lastUsedAt === undefined ? texts.unused : sessions.used(day(lastUsedAt))}
      </small>
    </Line>
  );
}

const MOST_DAYS = 365;

function MakeToken({ again }: Pick<TokenProps, 'again'>) {
  const texts = useTexts(TOKENS);
  const { client } = usePlayer();
  const { isBusy, error, run } = useDeed();
  const [made, setMade] = useState<MadeToken>();
  const all = (Object.keys(texts.scopes) as Scope[]).filter((scope) => scope !== 'bot');
  const make = (said: (field: string) => string) =>
    run(async () => {
      const scopes = all.filter((scope) => said(scope) !== '');
      const wanted = { name: said('token'), scopes, days: Number(said('days')) };
      setMade(await client.tokens.create(wanted).finally(again));
    });
  return (
    <Form send={make} className="line adding">
      <Field label={texts.name} name="token" required maxLength={40} autoComplete="off" />
      <fieldset>
        <legend>
          <small>{texts.may}</small>
        </legend>
        {all.map((scope) => (
          <label key={scope}>
            <input type="checkbox" name={scope} defaultChecked={scope === 'read'} /> {texts.scopes[scope]}
          </label>
        ))}
      </fieldset>
      <Field
        label={texts.days}
        name="days"
        type="number"
        inputMode="numeric"
        required
        min={1}
        max={MOST_DAYS}
        defaultValue={90}
      />
      <Button type="submit" disabled={isBusy} text={texts.make} />
      {made && <Secret key={made.token} secret={made.secret} />}
      {error && <Problem error={error} />}
    </Form>
  );
}

/** It is shown this once. */
export function Secret({ secret }: Pick<MadeToken, 'secret'>) {
  const texts = useTexts(TOKENS);
  return (
    <Status as="div">
      {texts.once} <output className="code">{secret}</output>
      <Copy text={secret} copy={texts.copy} copied={texts.copied} />
    </Status>
  );
}

/** The browsers and programs that are this player, each of which can be signed out. */
export function Sessions() {
  const texts = useTexts(SESSIONS);
  const { client } = usePlayer();
  const { value: sessions, error, again } = useAsked(useCallback(() => client.account.sessions(), [client]));
  return (
    <Card title={texts.title}>
      {error && <Problem error={error} retry={again} />}
      <ul className="sessions">
        {sessions?.map((session) => (
          <OneSession key={session.session} session={session} again={again} />
        ))}
      </ul>
    </Card>
  );
}

function OneSession({ session: one, again }: { readonly session: Session; readonly again: () => void }) {
  const texts = useTexts(SESSIONS);
  const { words } = useLanguage();
  const { client } = usePlayer();
  const { session, label, lastUsedAt, isThis } = one;
  const when = new Date(lastUsedAt).toLocaleString(words.language, { dateStyle: 'short', timeStyle: 'short' });
  return (
    <Line
      text={texts.signOut}
      label={`${texts.signOut}: ${label || texts.unnamed}, ${texts.used(when)}`}
      act={isThis ? undefined : () => client.account.signOut(session).finally(again)}
    >
      {label || texts.unnamed} {isThis && <b>({texts.here})</b>} <small>{texts.used(when)}</small>
    </Line>
  );
}
