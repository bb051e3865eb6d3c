import {
  type AddedWebhook,
  type NoticeEvent,
  REMINDER_HOURS,
  type Webhook,
  type WebhookForm,
} from '@flower-war/client';
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
      <code>{webhook.form === 'push' ? new URL(webhook.url).host : webhook.url.replace(/^mailto:/, '')}</code>{' '}
      <small>{state}</small>
      {!webhook.isProven && webhook.paused === undefined && <Prove webhook={webhook} again={again} />}
      <p className="others">
        {webhook.isProven && webhook.paused === undefined && (
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

function useStateOf({ lastSuccessAt = 0, lastFailure, form, match, quiet, digest, reminder, paused }: Webhook): string {
  const { notices: texts } = useTexts(PEOPLE);
  const { words } = useLanguage();
  const when = (at: number) => new Date(at).toLocaleString(words.language, { dateStyle: 'short', timeStyle: 'short' });
  const about = [
    form === 'signed' ? '' : `${texts.forms[form]}.`,
    match === undefined ? '' : texts.ofMatch(match),
    quiet === undefined ? '' : texts.quiet(quiet.from, quiet.to),
    digest === undefined ? '' : texts.onceADay(digest.hour),
    reminder === undefined ? '' : texts.reminds(reminder),
    paused === undefined ? '' : texts.paused[paused],
    lastFailure !== undefined && lastFailure.at > lastSuccessAt
      ? texts.failed(when(lastFailure.at), whyOf(lastFailure.reason, texts))
      : lastSuccessAt === 0
        ? texts.none
        : texts.arrived(when(lastSuccessAt)),
  ];
  return about.filter(Boolean).join(' ');
}

function whyOf(reason: string, texts: (typeof PEOPLE)['en']['notices']): string {
  const [, status] = /^(?:answered|refused|rejected)-(\d+)$/.exec(reason) ?? [];
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

const EVENTS = Object.keys(PEOPLE.en.notices.event) as readonly NoticeEvent[];

/** In the time of this device. */
const zoneHere = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

interface Chosen {
  readonly form: WebhookForm;
  /** When it is quiet; empty: never. */
  readonly from: string;
}

/** What the form asks for, beside the address. */
function wishesIn(said: (field: string) => string, { form, from }: Chosen) {
  const zone = zoneHere();
  const hours = REMINDER_HOURS.find((one) => `${one}` === said('remind'));
  const events = EVENTS.filter((event) => said(event) !== '');
  return {
    form,
    events,
    ...(said('match') !== '' && { match: matchIn(said('match')) }),
    ...(from !== '' && { quiet: { from: Number(from), to: Number(said('quietTo')), zone } }),
    ...(said('daily') !== '' && { digest: { hour: Number(said('daily')), zone } }),
    ...(hours !== undefined && { reminder: hours }),
  };
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
      const wishes = { ...wishesIn(said, { form, from }), language: words.language };
      const url = form === 'email' ? `mailto:${said('url').trim()}` : said('url');
      setAdded(await client.account.addWebhook(url, wishes));
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
      <Where form={form} />
      {texts.where[form] !== '' && <small>{texts.where[form]}</small>}
      <label>
        <small>{texts.match}</small>
        <input name="match" maxLength={500} autoComplete="off" />
      </label>
      <Events />
      <When form={form} />
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

function Where({ form }: { readonly form: WebhookForm }) {
  const { notices: texts } = useTexts(PEOPLE);
  return form === 'email' ? (
    <label key="mail">
      <small>{texts.mail}</small>
      <input name="url" type="email" required maxLength={254} autoComplete="email" />
    </label>
  ) : (
    <label key="url">
      <small>{texts.url}</small>
      <input name="url" type="url" required maxLength={500} placeholder="https://" autoComplete="off" />
    </label>
  );
}

function Events() {
  const { notices: texts } = useTexts(PEOPLE);
  return (
    <fieldset>
      <legend>
        <small>{texts.events}</small>
      </legend>
      {EVENTS.map((event) => (
        <label key={event}>
          <input type="checkbox" name={event} defaultChecked /> {texts.event[event]}
        </label>
      ))}
    </fieldset>
  );
}

/** A program gathers what it is told by itself. */
function When({ form }: { readonly form: WebhookForm }) {
  const { notices: texts } = useTexts(PEOPLE);
  return (
    <>
      {form !== 'signed' && (
        <label>
          <small>{texts.daily}</small>
          <select className="field" name="daily">
            <option value="">{texts.atOnce}</option>
            {HOURS.map((hour) => (
              <option key={hour} value={hour}>
                {texts.everyDay(hour)}
              </option>
            ))}
          </select>
        </label>
      )}
      <label>
        <small>{texts.remind}</small>
        <select className="field" name="remind">
          <option value="">{texts.never}</option>
          {REMINDER_HOURS.map((hours) => (
            <option key={hours} value={hours}>
              {texts.hoursBefore(hours)}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}
