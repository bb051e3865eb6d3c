import type { AddedWebhook, Webhook, WebhookForm } from '@flower-war/client';
import { useCallback, useState } from 'react';
import { Problem } from '../app/Problem.tsx';
import { useLanguage, useTexts } from '../app/language.tsx';
import { usePlayer } from '../app/player.tsx';
import { useAsked, useDeed } from '../app/useAsked.ts';
import { Form } from '../ui/forms.tsx';
import { Opening } from '../ui/Menu.tsx';
import { PEOPLE } from './texts.ts';

/** Chats and programs of the player that are told of turns. Few people have one, so that it opens by a tap. */
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
      <code>{webhook.form === 'push' ? new URL(webhook.url).host : webhook.url}</code> <small>{state}</small>
      {!webhook.isProven && <Prove webhook={webhook} again={again} />}
      <p className="others">
        {webhook.isProven && (
          <button type="button" disabled={isBusy} onClick={test}>
            {texts.test}
          </button>
        )}
        <button type="button" disabled={isBusy} onClick={remove}>
          {texts.remove}
        </button>
      </p>
      {isTested && <p role="status">{texts.tested}</p>}
      {error && <Problem error={error} />}
    </li>
  );
}

function useStateOf({ lastSuccessAt = 0, lastFailure, form, match, quiet }: Webhook): string {
  const { notices: texts } = useTexts(PEOPLE);
  const { words } = useLanguage();
  const when = (at: number) => new Date(at).toLocaleString(words.language, { dateStyle: 'short', timeStyle: 'short' });
  const about = [
    form === 'signed' ? '' : `${texts.forms[form]}.`,
    match === undefined ? '' : texts.ofMatch(match),
    quiet === undefined ? '' : texts.quiet(quiet.from, quiet.to),
    lastFailure !== undefined && lastFailure.at > lastSuccessAt
      ? texts.failed(when(lastFailure.at), whyOf(lastFailure.reason, texts))
      : lastSuccessAt === 0
        ? texts.none
        : texts.arrived(when(lastSuccessAt)),
  ];
  return about.filter(Boolean).join(' ');
}

function whyOf(reason: string, texts: (typeof PEOPLE)['en']['notices']): string {
  const [, status] = /^answered-(\d+)$/.exec(reason) ?? [];
  return status === undefined ? (texts.reasons[reason] ?? reason) : texts.answered(status);
}

/** The code of the first message shows that the address is the player's. */
function Prove({ webhook: { webhook }, again }: AddressProps) {
  const { notices: texts } = useTexts(PEOPLE);
  const { client } = usePlayer();
  const { isBusy, error, run } = useDeed();
  const prove = (code: string) => run(() => client.account.proveWebhook(webhook, code).then(again));
  return (
    <Form send={(said) => prove(said('code'))} className="line">
      <label>
        <small>{texts.code}</small>
        <input name="code" required maxLength={40} autoComplete="one-time-code" autoCapitalize="characters" />
      </label>
      <button type="submit" disabled={isBusy}>
        {texts.prove}
      </button>
      {error && <Problem error={error} />}
    </Form>
  );
}

/** The id of a match in what a person enters: the id, or a link to the match. */
const matchIn = (said: string): string => (URL.parse(said)?.searchParams.get('match') ?? said).toUpperCase();

/** In the time of this device. */
function quietHours(from: string, to: string) {
  return { from: Number(from), to: Number(to), zone: Intl.DateTimeFormat().resolvedOptions().timeZone };
}

const HOURS = Array.from({ length: 24 }, (_, hour) => `${hour}`);

function Hours({ without }: { readonly without: string }) {
  return HOURS.filter((hour) => hour !== without).map((hour) => (
    <option key={hour} value={hour}>
      {hour}:00
    </option>
  ));
}

/** A browser is added by itself, on its device. */
const entered = ({ push, ...forms }: Readonly<Record<WebhookForm, string>>) => Object.entries(forms);

function Add({ again }: Pick<AddressProps, 'again'>) {
  const { notices: texts } = useTexts(PEOPLE);
  const { words } = useLanguage();
  const { client } = usePlayer();
  const { isBusy, error, run } = useDeed();
  const [form, setForm] = useState<WebhookForm>('signed');
  const [added, setAdded] = useState<AddedWebhook>();
  const [from, setFrom] = useState('');
  const add = (said: (field: string) => string, clear: () => void) => {
    setAdded(undefined);
    run(async () => {
      const only = said('match') === '' ? undefined : { match: matchIn(said('match')) };
      const quiet = from === '' ? undefined : { quiet: quietHours(from, said('quietTo')) };
      const wishes = { form, language: words.language, ...only, ...quiet };
      setAdded(await client.account.addWebhook(said('url'), wishes));
      clear();
      setFrom('');
      again();
    });
  };
  return (
    <Form send={add} className="line adding">
      <label>
        <small>{texts.to}</small>
        <select
          className="field"
          value={form}
          onChange={({ currentTarget }) => setForm(currentTarget.value as WebhookForm)}
        >
          {entered(texts.forms).map(([one, name]) => (
            <option key={one} value={one}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        <small>{texts.url}</small>
        <input name="url" type="url" required maxLength={500} placeholder="https://" autoComplete="off" />
      </label>
      {texts.where[form] !== '' && <small>{texts.where[form]}</small>}
      <label>
        <small>{texts.match}</small>
        <input name="match" maxLength={500} autoComplete="off" />
      </label>
      <label>
        <small>{texts.quietFrom}</small>
        <select className="field" value={from} onChange={({ currentTarget }) => setFrom(currentTarget.value)}>
          <option value="">{texts.loud}</option>
          <Hours without="" />
        </select>
      </label>
      {from !== '' && (
        <label>
          <small>{texts.quietTo}</small>
          <select className="field" name="quietTo" defaultValue="8">
            <Hours without={from} />
          </select>
        </label>
      )}
      <button type="submit" disabled={isBusy}>
        {texts.add}
      </button>
      {added?.form === 'signed' && (
        <p role="status" className="secret">
          {texts.secret} <output className="code">{added.secret}</output>
        </p>
      )}
      {error && <Problem error={error} />}
    </Form>
  );
}
