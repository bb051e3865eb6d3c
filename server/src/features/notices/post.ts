/** One attempt to send one notice: to an address that was checked, in the form that it takes. */
import { createHmac } from 'node:crypto';
import { lookup, Resolver } from 'node:dns/promises';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import {
  type NewWebhook,
  NOTICE_HEADER,
  pathTo,
  type PushKeys,
  SIGNATURE_HEADER,
  type WebhookForm,
} from '@flower-war/protocol';
import { PAGES } from '@flower-war/protocol/pages';
import { gameName, loadWords, type Words } from '@flower-war/words';
import type { Config } from '../../base/config.ts';
import { isPublic } from '../../base/networks.ts';
import type { Due } from '../../store/journal/noticeOutbox.ts';
import type { Digest, Message, Outcome, Place, Post, PushSender, Said, SendMail, ToSend } from './attempt.ts';
import { addressIn, mailOf, stopOf } from './email.ts';
import { arePushKeys, pushMessage } from './push.ts';
import { hoursUntil, isZone, minutesUntil, type Wishes } from './hours.ts';
import { noticeTexts } from './texts.ts';

interface PostTools {
  readonly policy: Policy;
  readonly resolve: Resolve;
  /** What is left until a deadline goes by this time, as the deadline does. */
  readonly now: () => number;
  /** The real time of day, as far as it is known: receivers check signatures against it. */
  readonly wall: () => number;
  /** The public address of the server; empty if the host has set none. */
  readonly publicUrl: string;
  readonly push: PushSender;
  readonly mail: SendMail;
}

/** The most that is read of the answer's body, which is ignored. */
const MOST_READ_BYTES = 1024;

/** Never throws. Ends with `timeout` when the signal aborts. */
export function posting(tools: PostTools): Post {
  return async (due, signal) => {
    const around = { ...tools, now: tools.now(), wall: tools.wall() };
    if (due.form === 'email') return tools.mail(due, await messageOf(due, around), signal);
    const addresses = await Promise.race([addressesOf(due.url, tools), whenAborted(signal)]);
    if (typeof addresses === 'string') return addresses;
    return messageOf(due, around)
      .then((message) => exchange(due.url, { addresses, signal, message }))
      .catch(() => 'unreachable');
  };
}

interface Exchange {
  readonly addresses: readonly string[];
  readonly signal: AbortSignal;
  readonly message: Message;
}

function exchange(url: string, { addresses, signal, message: { body, headers: own } }: Exchange): Promise<Outcome> {
  const headers = { ...own, 'content-length': Buffer.byteLength(body), 'user-agent': 'flower-war' };
  const request = url.startsWith('https:') ? requestHttps : requestHttp;
  const options = { method: 'POST', headers, agent: false, lookup: knowing(addresses), signal } as const;
  return new Promise((resolve) => {
    // Only the status counts. Once it has arrived, a body that never ends or breaks off changes nothing.
    let outcome: Outcome | undefined;
    const sent = request(new URL(url), options, (response) => {
      outcome = outcomeOf(response.statusCode ?? 0);
      let read = 0;
      response.on('data', (chunk: Buffer) => {
        read += chunk.length;
        if (read > MOST_READ_BYTES) sent.destroy();
      });
      response.on('error', () => {});
    });
    sent.once('upgrade', ({ statusCode = 0 }, socket) => {
      outcome = outcomeOf(statusCode);
      socket.destroy();
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      outcome ??= signal.aborted ? 'timeout' : problemIn(error);
    });
    sent.once('close', () => resolve(outcome ?? 'unreachable'));
    sent.end(body);
  });
}

/** A redirect counts as a failure: its target was never checked. */
function outcomeOf(status: number): Outcome {
  return status >= 200 && status < 300 ? 'delivered' : `answered-${status}`;
}

function problemIn({ code = '' }: NodeJS.ErrnoException): Outcome {
  return /CERT|TLS|SSL|UNABLE_TO_VERIFY/.test(code) ? 'certificate' : 'unreachable';
}

/** A look-up that always answers with the addresses that were checked before. */
export function knowing(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, { all: wantsAll }, callback) => {
    if (wantsAll === true) callback(null, all);
    else callback(null, all[0]?.address ?? '', all[0]?.family ?? 4);
  };
}

export function whenAborted(signal: AbortSignal): Promise<'timeout'> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve('timeout');
    else signal.addEventListener('abort', () => resolve('timeout'), { once: true });
  });
}

// Whether a notice may go to a url, and to which addresses. Players choose the url and could name this machine.

export type Policy = Config['WEBHOOKS'];
export type Refusal =
  | 'not-a-url'
  | 'not-https'
  | 'user-name'
  | 'port'
  | 'unknown-host'
  | 'private-address'
  | 'no-chat'
  | 'no-keys'
  | 'not-an-address'
  | 'no-digest'
  | 'no-events'
  | 'always-quiet'
  | 'unknown-zone';

/** Looks up all addresses of a name. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** Parsers drop line ends and take a backslash for a slash, so that people would read another url than the one that is asked. */
const DECEIVES = /[\p{Cc}\s\\]/u;

const LOWEST_PORT = 1024;
const DNS = { timeout: 2000, tries: 2 };

/** What of a wish needs no look at its address. A message to Telegram needs a chat, and one to a browser the browser's keys. */
export function refusalOfWish(wanted: NewWebhook): Refusal | undefined {
  const { url, form = 'signed', events, quiet, digest, reminder, keys } = wanted;
  if (form === 'email' && addressIn(url) === undefined) return 'not-an-address';
  if (events?.length === 0 && reminder === undefined) return 'no-events';
  if (form === 'signed' && digest !== undefined) return 'no-digest'; // a program can gather its notices itself
  if (digest !== undefined && !isZone(digest.zone)) return 'unknown-zone';
  if (form === 'telegram' && URL.canParse(url) && !chatIn(url)) return 'no-chat';
  if (form === 'push' && (keys === undefined || !arePushKeys(keys))) return 'no-keys';
  if (quiet === undefined) return undefined;
  if (quiet.from === quiet.to) return 'always-quiet';
  return isZone(quiet.zone) ? undefined : 'unknown-zone';
}

/** The checks on a url that need no DNS. */
function refusalOfUrl(text: string, policy: Policy): Refusal | undefined {
  const url = DECEIVES.test(text) ? null : URL.parse(text);
  if (url === null) return 'not-a-url';
  if (url.protocol !== 'https:' && !(policy === 'any' && url.protocol === 'http:')) return 'not-https';
  if (url.username !== '' || url.password !== '') return 'user-name';
  return url.port !== '' && Number(url.port) < LOWEST_PORT ? 'port' : undefined;
}

/** The addresses to connect to. They are resolved once, so that the name cannot change between check and use. */
export async function addressesOf(
  text: string,
  { policy, resolve }: { policy: Policy; resolve: Resolve },
): Promise<readonly string[] | Refusal> {
  const refusal = refusalOfUrl(text, policy);
  if (refusal !== undefined) return refusal;
  const host = new URL(text).hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) > 0 ? [host] : await resolve(host).catch(() => []);
  if (addresses.length === 0) return 'unknown-host';
  return policy === 'any' || addresses.every(isPublic) ? addresses : 'private-address';
}

/**
 * On a network that the host trusts it uses the system's resolver. Elsewhere it does not: each look-up there occupies
 * one of the few threads that also check tokens, and a hostile name server could occupy all of them.
 */
export function resolverFor(policy: Policy): Resolve {
  if (policy === 'any') return async (host) => (await lookup(host, { all: true })).map(({ address }) => address);
  return async (host) => {
    const resolver = new Resolver(DNS);
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  };
}

// What is sent for a notice: our signed JSON, or a text in the language of the person, as a chat service takes it.

interface Around extends Pick<PostTools, 'publicUrl' | 'push'> {
  readonly now: number;
  readonly wall: number;
}

async function messageOf(due: Due, { publicUrl, now, wall, push }: Around): Promise<Message> {
  const { body, notice, secret } = due;
  const form = due.form as WebhookForm;
  const headers = { [NOTICE_HEADER]: notice };
  if (form === 'signed')
    return { headers: { ...headers, ...JSON_TYPE, [SIGNATURE_HEADER]: signatureOf(body, secret, wall) }, body };
  const { language = '', keys = NO_KEYS } = JSON.parse(due.wishes) as Wishes;
  const told = JSON.parse(body) as ToSend;
  const words = await loadWords(language);
  const texts = noticeTexts(words);
  const message = await FORMS[form]({
    text: textOf(told, { words, publicUrl, now }),
    link: linkOf(told, publicUrl),
    url: due.url,
    pushed: { due, notice: told, keys, link: pathOf(told), now, sender: push },
    subject: `Flower War: ${texts.subjects[told.kind]}`,
    stop: { text: texts.stop, link: publicUrl + pathTo('stopNotices', { stop: stopOf(due.webhook, secret) }) },
  });
  return { headers: { ...headers, ...message.headers }, body: message.body };
}

/** Only the form `push` uses them, and it is never without its own. */
const NO_KEYS: PushKeys = { p256dh: '', auth: '' };

const JSON_TYPE = { 'content-type': 'application/json' };
const TEXT_TYPE = { 'content-type': 'text/plain; charset=utf-8' };
const json = (body: object): Message => ({ headers: JSON_TYPE, body: JSON.stringify(body) });
const whole = ({ text, link }: Said): string => `${text} ${link}`.trim();
const chatIn = (url: string): string | null => new URL(url).searchParams.get('chat_id');

/** Nothing in a text is a mention or a mark-up: it holds names of games, ids of matches, codes and our own address alone. */
const FORMS: Readonly<Record<Exclude<WebhookForm, 'signed'>, (said: Said) => Message | Promise<Message>>> = {
  discord: (said) => json({ content: whole(said), allowed_mentions: { parse: [] } }),
  slack: (said) => json({ text: whole(said) }),
  telegram: (said) => json({ chat_id: chatIn(said.url), text: whole(said) }),
  push: ({ text, pushed }) => pushMessage(text, pushed),
  ntfy: ({ text, link }) => ({ headers: { ...TEXT_TYPE, ...(link !== '' && { click: link }) }, body: text }),
  email: mailOf,
};

function textOf(
  told: ToSend,
  { words, publicUrl, now }: Pick<Around, 'publicUrl' | 'now'> & { readonly words: Words },
): string {
  const texts = noticeTexts(words);
  const name = (game: string) => gameName(words, game);
  switch (told.kind) {
    case 'proof':
      return texts.proof(told.code);
    case 'test':
      return texts.test;
    case 'digest':
      return digestText(told, (kind, place) =>
        `${texts[kind](name(place.game), place.match)} ${publicUrl && publicUrl + pathOf(place)}`.trim(),
      );
    case 'reminder':
      return texts.reminder(name(told.game), told.match, hoursUntil(told.until, now));
    case 'begins':
      return texts.begins(name(told.game), minutesUntil(told.startsAt, now));
    case 'placed':
      return told.place === undefined ? texts.notPlaced(name(told.game)) : texts.placed(name(told.game), told.place);
    case 'challenged':
    case 'declined':
      return texts[told.kind](name(told.game));
    case 'turn':
    case 'started':
    case 'ended':
    case 'paired':
    case 'accepted':
      return texts[told.kind](name(told.game), told.match);
  }
}

type Line = (kind: 'turn' | 'started' | 'ended', place: Place) => string;

/** A chat takes some thousand characters, and no person reads more. */
const MOST_LINES = 20;

function digestText({ turns, started, ended }: Digest, line: Line): string {
  const lines = [
    ...turns.map((place) => line('turn', place)),
    ...started.map((place) => line('started', place)),
    ...ended.map((place) => line('ended', place)),
  ];
  return [...lines.slice(0, MOST_LINES), ...(lines.length > MOST_LINES ? ['…'] : [])].join('\n');
}

const linkOf = (told: ToSend, publicUrl: string): string =>
  publicUrl === '' || !('game' in told) ? '' : publicUrl + pathOf(told);

/** Where on the page one reads on. */
function pathOf(told: ToSend | Place): string {
  if ('tournament' in told && !('match' in told))
    return `${PAGES.tournaments}?id=${encodeURIComponent(told.tournament)}`;
  if ('match' in told) return `${PAGES.home}?match=${encodeURIComponent(told.match)}`;
  return 'challenge' in told ? `${PAGES.me}?challenge=${encodeURIComponent(told.challenge)}` : PAGES.me;
}

/** Signs a notice and its time, so that receivers know its sender and age. The SDK's `verifyNotice` checks it. */
export function signatureOf(body: string, secret: string, now: number): string {
  const seconds = Math.floor(now / 1000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}
