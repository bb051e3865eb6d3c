import type { Webhook } from '@flower-war/client';
import { type FormEvent, useCallback, useState } from 'react';
import { Problem } from '../app/Problem.tsx';
import { useLanguage, useTexts } from '../app/language.tsx';
import { usePlayer } from '../app/player.tsx';
import { useAsked, useDeed } from '../app/useAsked.ts';
import { PEOPLE } from './texts.ts';

/** Programs of the player that are told of turns. Few people have one, so that it opens by a tap. */
export function Notices() {
  const { notices: texts } = useTexts(PEOPLE);
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="card notices" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{texts.title}</summary>
      <p>{texts.about}</p>
      {isOpen && <Addresses />}
    </details>
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
  const add = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const url = String(new FormData(form).get('url') ?? '').trim();
    setSecret(undefined);
    run(async () => {
      const added = await client.account.addWebhook(url);
      setSecret(added.secret);
      form.reset();
      again();
    });
  };
  return (
    <form onSubmit={add} className="line">
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
    </form>
  );
}
