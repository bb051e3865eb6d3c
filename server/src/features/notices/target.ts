/** Whether a notice may be sent to a url, and to which addresses: players choose it, and could mean this machine. */
import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Config } from '../../base/config.ts';
import { isPublic } from '../../base/limits/publicAddress.ts';

export type Policy = Config['WEBHOOKS'];
export type Refusal = 'not-a-url' | 'not-https' | 'user-name' | 'port' | 'unknown-host' | 'private-address';
/** All addresses of a name. */
export type Resolve = (host: string) => Promise<readonly string[]>;

const LOWEST_PORT = 1024;
const DNS = { timeout: 2000, tries: 2 };

/** What can be said of a url without asking anybody. */
function refusalOfUrl(text: string, policy: Policy): Refusal | undefined {
  const url = URL.parse(text);
  if (url === null) return 'not-a-url';
  if (url.protocol !== 'https:' && !(policy === 'any' && url.protocol === 'http:')) return 'not-https';
  if (url.username !== '' || url.password !== '') return 'user-name';
  return url.port !== '' && Number(url.port) < LOWEST_PORT ? 'port' : undefined;
}

/** The addresses to connect to. They are resolved here and used as they are, so that the name cannot change in between. */
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
 * On a network that the host trusts, as every other program does it. Elsewhere without the system's resolver: it holds
 * one of the few threads that also check tokens, and a hostile name server could hold all of them.
 */
export function resolverFor(policy: Policy): Resolve {
  if (policy === 'any') return async (host) => (await lookup(host, { all: true })).map(({ address }) => address);
  return async (host) => {
    const resolver = new Resolver(DNS);
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  };
}
