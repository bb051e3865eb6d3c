import { FlowerWarClient, type Link, type Webhook } from '@flower-war/client';
import { PAGES } from '@flower-war/protocol/pages';
import { useCallback, useState } from 'react';
import { Problem } from '../app/Problem.tsx';
import { useLanguage, useTexts } from '../app/language.tsx';
import { useQuery } from '../app/navigation.tsx';
import { usePlayer } from '../app/player.tsx';
import { keepSession } from '../app/setting.ts';
import { useAsked, useDeed } from '../app/useAsked.ts';
import { Form } from '../ui/forms.tsx';
import { Opening } from '../ui/Menu.tsx';
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

/** Programs of the player that are told of turns. Few people have one, so that it opens by a tap. */
export function Notices() {
  const { notices: texts } = useTexts(PEOPLE);
  return (
    <Opening title={texts.title} className="card notices">
      <p>{texts.about}</p>
      <Addresses />
    </Opening>
  );
}

function Addresses() {
  const { client } = usePlayer();
  const { value: webhooks, error, again } = useAsked(useCallback(() => client.account.webhooks(), [client]));
  return (
    <>
      {error && <Problem error={error} retry={again} />}
      <ul className="sessions">
        {webhooks?.map((webhook) => (
          <Address key={webhook.webhook} webhook={webhook} again={again} />
        ))}
      </ul>
      <Add again={again} />
    </>
  );
}

interface AddressProps {
  readonly webhook: Webhook;
  readonly again: () => void;
}

function Address({ webhook, again }: AddressProps) {
  const { notices: texts } = useTexts(PEOPLE);
  const { client } = usePlayer();
  const { isBusy, error, run } = useDeed();
  const [isTested, setTested] = useState(false);
  const state = useStateOf(webhook);
  const test = () =>
    run(async () => {
      await client.account.testWebhook(webhook.webhook);
      setTested(true);
      again();
    });
  const remove = () => run(() => client.account.removeWebhook(webhook.webhook).finally(again));
  return (
    <li>
      <code>{webhook.url}</code> <small>{state}</small>
      <p className="others">
        <button type="button" disabled={isBusy} onClick={test}>
          {texts.test}
        </button>
        <button type="button" disabled={isBusy} onClick={remove}>
          {texts.remove}
        </button>
      </p>
      {isTested && <p role="status">{texts.tested}</p>}
      {error && <Problem error={error} />}
    </li>
  );
}

function useStateOf({ lastSuccessAt = 0, lastFailure }: Webhook): string {
  const { notices: texts } = useTexts(PEOPLE);
  const { words } = useLanguage();
  const when = (at: number) => new Date(at).toLocaleString(words.language, { dateStyle: 'short', timeStyle: 'short' });
  if (lastFailure !== undefined && lastFailure.at > lastSuccessAt) {
    const { at, reason } = lastFailure;
    const [, status] = /^answered-(\d+)$/.exec(reason) ?? [];
    return texts.failed(when(at), status === undefined ? (texts.reasons[reason] ?? reason) : texts.answered(status));
  }
  return lastSuccessAt === 0 ? texts.none : texts.arrived(when(lastSuccessAt));
}

/** The secret of the new address is shown this once. */
function Add({ again }: Pick<AddressProps, 'again'>) {
  const { notices: texts } = useTexts(PEOPLE);
  const { client } = usePlayer();
  const { isBusy, error, run } = useDeed();
  const [secret, setSecret] = useState<string>();
  const add = (url: string, clear: () => void) => {
    setSecret(undefined);
    run(async () => {
      const added = await client.account.addWebhook(url);
      setSecret(added.secret);
      clear();
      again();
    });
  };
  return (
    <Form send={(said, clear) => add(said('url'), clear)} className="line">
      <label>
        <small>{texts.url}</small>
        <input name="url" type="url" required maxLength={500} placeholder="https://" autoComplete="off" />
      </label>
      <button type="submit" disabled={isBusy}>
        {texts.add}
      </button>
      {secret !== undefined && (
        <p role="status" className="secret">
          {texts.secret} <output className="code">{secret}</output>
        </p>
      )}
      {error && <Problem error={error} />}
    </Form>
  );
}
