/** One question to one host, at the address that the operator has written. */
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import type { Config } from '../../base/config.ts';
import { isPublic } from '../../base/networks.ts';
import { knowing, type Resolve, whenAborted } from '../notices/post.ts';

const MOST_BYTES = 64 * 1024;
const PATIENCE_MS = 2000;

/** Why there is no answer that could be judged. `same`: it is the one that is known. */
export type Unanswered = 'same' | 'unreached' | 'private-address' | 'refused' | 'too-large';

interface Asking {
  readonly policy: Config['WEBHOOKS'];
  readonly resolve: Resolve;
  /** Of the answer that is known. */
  readonly tag?: string | undefined;
}

export async function askHost(url: URL, { policy, resolve, tag }: Asking): Promise<Answer | Unanswered> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const addresses = await Promise.race([addressesOf(url, { policy, resolve }), whenAborted(signal)]);
  if (addresses === 'timeout') return 'unreached';
  if (typeof addresses === 'string') return addresses;
  return answerAt(url, { addresses, signal, tag }).catch(() => 'unreached');
}

/** A name may lead into a private network only where the operator trusts the network. An address was meant as it was written. */
async function addressesOf(
  { hostname }: URL,
  { policy, resolve }: { readonly policy: Config['WEBHOOKS']; readonly resolve: Resolve },
): Promise<readonly string[] | 'unreached' | 'private-address'> {
  const name = hostname.replace(/^\[|\]$/g, '');
  if (isIP(name) > 0) return [name];
  if (name === 'localhost') return ['127.0.0.1'];
  const addresses = await resolve(name).catch(() => []);
  if (addresses.length === 0) return 'unreached';
  return policy === 'any' || addresses.every(isPublic) ? addresses : 'private-address';
}

export interface Answer {
  readonly text: string;
  readonly tag: string | undefined;
}

interface Question {
  readonly addresses: readonly string[];
  readonly signal: AbortSignal;
  /** Of the answer that is known. */
  readonly tag: string | undefined;
}

/** A redirect is not followed: only the address that the operator wrote is asked. */
function answerAt(url: URL, { addresses, signal, tag }: Question): Promise<Answer | Unanswered> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const headers = { 'user-agent': 'flower-war', ...(tag !== undefined && { 'if-none-match': tag }) };
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers, agent: false, lookup: knowing(addresses), signal }, (response) => {
      const { statusCode, headers: told } = response;
      const parts: Buffer[] = [];
      let bytes = 0;
      const end = (outcome: Answer | Unanswered) => {
        asked.destroy();
        resolve(outcome);
      };
      response.on('error', reject);
      if (statusCode !== 200) return end(statusCode === 304 && tag !== undefined ? 'same' : 'refused');
      response.on('data', (part: Buffer) => {
        bytes += part.length;
        if (bytes > MOST_BYTES) end('too-large');
        else parts.push(part);
      });
      response.on('end', () => resolve({ text: Buffer.concat(parts).toString(), tag: told.etag }));
    });
    // A host that goes over to another protocol closes without an answer and without an error.
    asked.on('error', reject).once('close', reject).end();
  });
}
