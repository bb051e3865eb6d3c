import {
  type AddedWebhook,
  type NoticeEvent,
  REMINDER_HOURS,
  type Webhook,
  type WebhookForm,
} from '@flower-war/client';
import { useCallback, useState } from 'react';
import { Problem, useAsked, useDeed } from '../../app/asked.tsx';
import { useLanguage, useTexts } from '../../app/language.tsx';
import { usePlayer } from '../../app/player.tsx';
import { Form, Button, Field, Select } from '../../ui/forms.tsx';
import { Opening, Status } from '../../ui/controls.tsx';
import { NOTICES } from './texts.ts';

/** Chats and programs of the player that are told of turns. Few people have one, so that it opens by a tap. */
export function Notices() {
  const texts = useTexts(NOTICES);
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
  const texts = useTexts(NOTICES);
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
          <Button disabled={isBusy} onClick={test} text={texts.test} />
        )}
        <Button disabled={isBusy} onClick={remove} text={texts.remove} />
      </p>
      {isTested && !error && <p role="status">{texts.tested}</p>}
      {error && <Problem error={error} />}
    </li>
  );
}

function useStateOf({ lastSuccessAt = 0, lastFailure, form, match, quiet, digest, reminder, paused }: Webhook): string {
  const texts = useTexts(NOTICES);
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

function whyOf(reason: string, texts: (typeof NOTICES)['en']): string {
  const [, status] = /^(?:answered|refused|rejected)-(\d+)$/.exec(reason) ?? [];
  return status === undefined ? (texts.reasons[reason] ?? reason) : texts.answered(status);
}

/** The code of the first message shows that the address is the player's. */
function Prove({ webhook: { webhook }, again }: AddressProps) {
  const texts = useTexts(NOTICES);
  const { client } = usePlayer();
  const { isBusy, error, run } = useDeed();
  const prove = (code: string) => run(() => client.account.proveWebhook(webhook, code).finally(again));
  return (
    <Form send={(said) => prove(said('code'))} className="line">
      <Field
        label={texts.code}
        name="code"
        required
        maxLength={40}
        autoComplete="one-time-code"
        autoCapitalize="characters"
      />
      <Button type="submit" disabled={isBusy} text={texts.prove} />
      {error && <Problem error={error} />}
    </Form>
  );
}

/** The id of a match in what a person enters: the id, or a link to the match. */
const matchIn = (said: string): string => (URL.parse(said)?.searchParams.get('match') ?? said).toUpperCase();

const EVENTS = Object.keys(NOTICES.en.event) as readonly NoticeEvent[];

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

const onTheHour = (hour: string): string => `${hour}:00`;

/** A browser is added by itself, on its device. */
const entered = ({ push, ...forms }: Readonly<Record<WebhookForm, string>>) => Object.keys(forms) as WebhookForm[];

function Add({ again }: Pick<AddressProps, 'again'>) {
  const texts = useTexts(NOTICES);
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
      setAdded(await client.account.addWebhook(url, wishes).finally(again));
      clear();
      setFrom('');
    });
  };
  return (
    <Form send={add} className="line adding">
      <Select
        label={texts.to}
        value={form}
        onChange={({ currentTarget }) => setForm(currentTarget.value as WebhookForm)}
        values={entered(texts.forms)}
        nameOf={(one) => texts.forms[one]}
      />
      <Where form={form} />
      {texts.where[form] !== '' && <small>{texts.where[form]}</small>}
      <Field label={texts.match} name="match" maxLength={500} autoComplete="off" />
      <Events />
      <When form={form} />
      <Select
        label={texts.quietFrom}
        value={from}
        onChange={({ currentTarget }) => setFrom(currentTarget.value)}
        first={texts.loud}
        values={HOURS}
        nameOf={onTheHour}
      />
      {from !== '' && (
        <Select
          label={texts.quietTo}
          name="quietTo"
          defaultValue="8"
          values={HOURS.filter((hour) => hour !== from)}
          nameOf={onTheHour}
        />
      )}
      <Button type="submit" disabled={isBusy} text={texts.add} />
      {added?.form === 'signed' && (
        <Status className="secret">
          {texts.secret} <output className="code">{added.secret}</output>
        </Status>
      )}
      {error && <Problem error={error} />}
    </Form>
  );
}

function Where({ form }: { readonly form: WebhookForm }) {
  const texts = useTexts(NOTICES);
  return form === 'email' ? (
    <Field key="mail" label={texts.mail} name="url" type="email" required maxLength={254} autoComplete="email" />
  ) : (
    <Field
      key="url"
      label={texts.url}
      name="url"
      type="url"
      required
      maxLength={500}
      placeholder="https://"
      autoComplete="off"
    />
  );
}

function Events() {
  const texts = useTexts(NOTICES);
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
  const texts = useTexts(NOTICES);
  return (
    <>
      {form !== 'signed' && (
        <Select label={texts.daily} name="daily" first={texts.atOnce} values={HOURS} nameOf={texts.everyDay} />
      )}
      <Select
        label={texts.remind}
        name="remind"
        first={texts.never}
        values={REMINDER_HOURS}
        nameOf={texts.hoursBefore}
      />
    </>
  );
}
