/** The webhooks of the player who calls, and the page that ends mails. */
import { loadWords } from '@flower-war/words';
import { Refused, RefusedFor } from '../../../base/refused.ts';
import { queue } from '../../../base/scheduling.ts';
import { noticeTexts } from '../../../features/notices/texts.ts';
import { html } from '../../operator/page/parts.ts';
import type { Services } from '../../services.ts';
import { refuseGone } from '../request/callers.ts';
import type { RouteRequest, Sending, SomeHandlers } from '../request/findRoute.ts';

export function webhookHandlers(services: Services) {
  const { notices, identity, now } = services;
  const guessing = queue();
  return {
    listWebhooks: async ({ caller }) => ({ webhooks: await notices.webhooks.of(caller.player) }),
    addWebhook: (asked) => add(services, asked),
    proveWebhook: async (asked) => {
      const { address, caller, body } = asked;
      const { player } = caller;
      const { webhook, state } = await owned(services, asked);
      if (state === 'proven') return { proven: true };
      return guessing(async () => {
        const guess = { address, player };
        await identity.guesses.check(guess, now());
        if (await notices.webhooks.prove(player, { webhook, code: body.code })) return { proven: true };
        identity.guesses.noteWrong(guess, now());
        throw new Refused('wrong-webhook-code');
      });
    },
    removeWebhook: async (asked) => {
      await notices.webhooks.remove(asked.caller.player, (await owned(services, asked)).webhook);
      return { removed: true };
    },
    testWebhook: async (asked) => {
      const { webhook, state } = await owned(services, asked);
      if (notices.isOff) throw new Refused('webhooks-off');
      if (state === 'paused') throw new Refused('paused-webhook');
      if (state === 'unproven') throw new Refused('unproven-webhook');
      return { notice: await notices.test(webhook) };
    },
    getPushKey: () => {
      if (notices.isOff) throw new Refused('webhooks-off');
      return { publicKey: notices.publicKey };
    },
    ...stopHandlers(services),
  } satisfies SomeHandlers;
}

async function add(services: Services, { body, caller, address }: RouteRequest<'addWebhook'>) {
  const { notices, journal, now } = services;
  if (notices.isOff) throw new Refused('webhooks-off');
  if (body.form === 'email' && notices.isMailOff) throw new Refused('mail-off');
  const refusal = await notices.refusalOf(body);
  if (refusal !== undefined) throw new Refused('bad-webhook', refusal);
  if (body.match !== undefined && (await journal.index(body.match)) === undefined) throw new Refused('no-such-match');
  await refuseGone(services, caller); // looking up the host name took time
  const full = body.form === 'email' ? await notices.mails.refusalOf(body.url, { ...caller, address }) : undefined;
  if (full !== undefined) throw new RefusedFor('too-many-mails', (full.at - now()) / 1000, full.reason);
  const added = await notices.add(caller.player, body);
  if (added === undefined) throw new Refused('too-many-webhooks');
  return added;
}

/** The webhook that the path names, if it is the caller's. */
async function owned(
  { notices }: Services,
  { params: { webhook }, caller }: RouteRequest<'proveWebhook' | 'removeWebhook' | 'testWebhook'>,
) {
  const state = await notices.webhooks.stateOf(caller.player, webhook);
  if (state === undefined) throw new Refused('no-such-webhook');
  return { webhook, state };
}

// Where the link of each mail leads. It asks first, because programs that look for dangerous mails open every link. A mail program posts at once
// (RFC 8058). Whether there was anything to stop, no answer tells.

function stopHandlers({ notices: { mails } }: Services) {
  const textsFor = async (language = '') => noticeTexts(await loadWords(language)).stopping;
  return {
    askToStop: async ({ params: { stop } }) => {
      const language = await mails.languageOf(stop);
      const { ask, act } = await textsFor(language);
      return pageOf(language, html`<p>${ask}</p><form method="post"><button>${act}</button></form>`);
    },
    stopNotices: async ({ params: { stop } }) => {
      const language = await mails.languageOf(stop);
      await mails.stop(stop);
      const { done } = await textsFor(language);
      return pageOf(language, html`<p role="status">${done}</p>`);
    },
  } satisfies SomeHandlers;
}

/** The address is a key, so no other page may learn it. */
const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex',
  'X-Content-Type-Options': 'nosniff',
};

const STYLE = `body{font:1.1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:3rem auto;padding:0 1rem;color-scheme:light dark}
button{font:inherit;padding:.6rem 1.2rem}`;

function pageOf(language = 'en', body: ReturnType<typeof html>): Sending {
  const page = html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Flower War</title><style>${STYLE}</style></head><body><h1>Flower War</h1>${body}</body></html>`;
  return (response) => response.set(HEADERS).type('html').send(page.text);
}
