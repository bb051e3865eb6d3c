/** Whether a notice may go to a url, and to which addresses. Players choose the url and could name this machine. */
import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Config } from '../../base/config.ts';
import { isPublic } from '../../base/limits/publicAddress.ts';

export type Policy = Config['WEBHOOKS'];
export type Refusal = 'not-a-url' | 'not-https' | 'user-name' | 'port' | 'unknown-host' | 'private-address';
/** Looks up all addresses of a name. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** Parsers drop line ends and take a backslash for a slash, so that people would read another url than the one that is asked. */
const DECEIVES = /[\p{Cc}\s\\]/u;
const LOWEST_PORT = 1024;
const DNS = { timeout: 2000, tries: 2 };

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
