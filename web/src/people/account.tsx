import { FlowerWarClient, type Link } from '@flower-war/client';
import { PAGES } from '@flower-war/protocol/pages';
import { useState } from 'react';
import { Problem } from '../app/Problem.tsx';
import { useLanguage, useTexts } from '../app/language.tsx';
import { useQuery } from '../app/navigation.tsx';
import { usePlayer } from '../app/player.tsx';
import { keepSession } from '../app/setting.ts';
import { useDeed } from '../app/useAsked.ts';
import { Form } from '../ui/forms.tsx';
import { QrCode } from '../ui/QrCode.tsx';
import { PEOPLE } from './texts.ts';

/** Recovery codes are longer than the codes that link a device. */
const LINK_LETTERS = 12;

/** The same player on several devices: this one shows a code, or takes one. */
export function Devices() {
  const { me } = useTexts(PEOPLE);
  return (
    <section className="card">
      <h2>{me.devices}</h2>
      <ShowCode />
      <h3>{me.here}</h3>
      <TakeCode />
    </section>
  );
}

function ShowCode() {
  const { me } = useTexts(PEOPLE);
  const { words } = useLanguage();
  const { client } = usePlayer();
  const { isBusy, error, run } = useDeed();
  const [link, setLink] = useState<Link>();
  return (
    <>
      <p>{me.devicesAbout}</p>
      <button type="button" disabled={isBusy} onClick={() => run(async () => setLink(await client.account.link()))}>
        {me.link}
      </button>
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

function TakeCode() {
  const { me } = useTexts(PEOPLE);
  const { isBusy, error, run } = useDeed();
  const given = useQuery('link');
  const take = (code: string) =>
    run(async () => {
      await signIn(code);
      location.assign(PAGES.me);
    });
  return (
    <Form send={(said) => take(said('code'))} className="line">
      <label>
        <small>{me.hereAbout}</small>
        <input name="code" required defaultValue={given} autoComplete="off" autoCapitalize="characters" />
      </label>
      <button type="submit" disabled={isBusy}>
        {me.go}
      </button>
      <small>{me.hereLost}</small>
      {error && <Problem error={error} />}
    </Form>
  );
}

async function signIn(code: string): Promise<void> {
  const options = { url: location.origin, onSession: keepSession };
  const letters = code.replaceAll(/[^A-Za-z0-9]/g, '').length;
  await (letters > LINK_LETTERS ? FlowerWarClient.recover(options, code) : FlowerWarClient.redeem(options, code));
}

/** The way back for the day when all devices are lost. */
export function Recovery({ hasCode, again }: { readonly hasCode: boolean; readonly again: () => void }) {
  const { me } = useTexts(PEOPLE);
  const { client } = usePlayer();
  const { isBusy, error, run } = useDeed();
  const [code, setCode] = useState<string>();
  const renew = () =>
    run(async () => {
      setCode(await client.account.recoveryCode());
      again();
    });
  return (
    <section className="card">
      <h2>{me.recovery}</h2>
      <p>{me.recoveryAbout}</p>
      <p>{hasCode ? me.hasRecovery : me.noRecovery}</p>
      <button type="button" disabled={isBusy} onClick={renew}>
        {me.newRecovery}
      </button>
      {code !== undefined && <NewCode code={code} />}
      {error && <Problem error={error} />}
    </section>
  );
}

/** A recovery code, which is shown this once. */
export function NewCode({ code }: { readonly code: string }) {
  const { me } = useTexts(PEOPLE);
  return (
    <p role="status">
      {me.recoveryAbout} <output className="code">{code}</output>
    </p>
  );
}
