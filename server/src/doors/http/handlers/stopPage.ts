/**
 * Where the link of each mail leads. It asks first, because programs that look for dangerous mails open every link. A mail program posts
 * at once (RFC 8058). Whether there was anything to stop, no answer tells.
 */
import { loadWords } from '@flower-war/words';
import { noticeTexts } from '../../../features/notices/bodies.ts';
import { html } from '../../operator/page/parts.ts';
import type { Services } from '../../services.ts';
import type { Sending, SomeHandlers } from '../request/findRoute.ts';

export function stopHandlers({ notices: { mails } }: Services) {
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
