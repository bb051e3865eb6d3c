/** Checks of the addresses that people give the tools for temples, and the usual ones. */
import { lanAddresses } from '@flower-war/protocol/addresses';
import { type Place, placeOf, type Reached, reachOf } from './reach.ts';
import { asHost, asPort, Unusable } from './running.ts';

export function asServer(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed && /^https?:$/.test(parsed.protocol) && parsed.search === '' && parsed.hash === '') return parsed.href;
  throw new Unusable(
    `--url takes the address of the game server, like http://192.168.1.20:2567, not ${JSON.stringify(url)}.`,
  );
}

/** `host`, `host:port` or `[v6]:port`. */
export function asBroker(given: string, usualPort: number): Place {
  const [, bracketed, plain = '', port] = /^(?:\[(.*)\]|([^:]*))(?::(.*))?$/.exec(given) ?? [];
  const host = asHost(bracketed ?? (plain === '' ? given : plain));
  return { host, port: port === undefined ? usualPort : asPort(port) };
}

/** Tries both addresses at once. */
export async function reachedAt({ mqtt, url, isTls, isUsual }: Tried): Promise<Reached> {
  const [broker, server] = await Promise.all([reachOf(mqtt), reachOf(placeOf(url))]);
  return { mqtt, broker, isTls, url, server, others: isUsual ? lanAddresses().slice(1) : [] };
}

interface Tried {
  readonly mqtt: Place;
  readonly url: string;
  readonly isTls: boolean;
  /** The person named no address. */
  readonly isUsual: boolean;
}
