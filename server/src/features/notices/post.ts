/** One attempt to send one notice. */
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { NOTICE_HEADER, SIGNATURE_HEADER } from '@flower-war/protocol';
import type { Due } from '../../store/journal/noticeOutbox.ts';
import { signatureOf } from './signature.ts';
import { addressesOf, type Policy, type Resolve } from './target.ts';

export interface PostTools {
  readonly policy: Policy;
  readonly resolve: Resolve;
  readonly now: () => number;
}

/** `delivered`, or one word that tells the player why not. */
export type Outcome = 'delivered' | string;
export type Post = (due: Due, signal: AbortSignal) => Promise<Outcome>;

/** The most that is read of the answer's body, which is ignored. */
const MOST_READ_BYTES = 1024;

/** Never throws. Ends with `timeout` when the signal aborts. */
export function posting(tools: PostTools): Post {
  return async (due, signal) => {
    const addresses = await Promise.race([addressesOf(due.url, tools), whenAborted(signal)]);
    if (typeof addresses === 'string') return addresses;
    return exchange(due, { addresses, signal, now: tools.now() }).catch(() => 'unreachable');
  };
}

interface Exchange {
  readonly addresses: readonly string[];
  readonly signal: AbortSignal;
  readonly now: number;
}

function exchange({ url, body, notice, secret }: Due, { addresses, signal, now }: Exchange): Promise<Outcome> {
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'user-agent': 'flower-war',
    [NOTICE_HEADER]: notice,
    [SIGNATURE_HEADER]: signatureOf(body, secret, now),
  };
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
