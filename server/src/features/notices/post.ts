/** One attempt to send one notice. */
import { lookup, Resolver } from 'node:dns/promises';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { NewWebhook } from '@flower-war/protocol';
import type { Config } from '../../base/config.ts';
import { isPublic } from '../../base/networks.ts';
import type { Message, Outcome, Post, PushSender, SendMail } from './attempt.ts';
import { chatIn, messageOf } from './bodies.ts';
import { addressIn } from './email.ts';
import { arePushKeys } from './push.ts';

interface PostTools {
  readonly policy: Policy;
  readonly resolve: Resolve;
  readonly now: () => number;
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
    const around = { publicUrl: tools.publicUrl, push: tools.push, now: tools.now() };
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
    const sent = request(new URL(url), options, (response) => {
      let read = 0;
      response.on('data', (chunk: Buffer) => {
        read += chunk.length;
        if (read > MOST_READ_BYTES) sent.destroy();
      });
      response.on('error', () => {}); // only the status counts, and it has arrived
      response.once('close', () => resolve(outcomeOf(response.statusCode ?? 0)));
    });
    sent.once('error', (error: NodeJS.ErrnoException) => resolve(signal.aborted ? 'timeout' : problemIn(error)));
    sent.on('error', () => {});
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
function knowing(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, { all: wantsAll }, callback) => {
    if (wantsAll === true) callback(null, all);
    else callback(null, all[0]?.address ?? '', all[0]?.family ?? 4);
  };
}

function whenAborted(signal: AbortSignal): Promise<'timeout'> {
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

function isZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
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
