/** Whether the broker and the game server answer where temples and telephones look for them. */
import { connect, isIP } from 'node:net';
import { lanAddresses } from '@flower-war/protocol/addresses';
import { lookupOnLan } from '@flower-war/protocol/lan';

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** `loopback`: the address means this machine alone. `here-only`: a program listens there, but on 127.0.0.1 alone. */
export type Reach = 'answers' | 'loopback' | 'here-only' | 'silent';

const LOOPBACK = '127.0.0.1';
const LOOPBACKS: readonly string[] = [LOOPBACK, 'localhost', '::1', '[::1]'];
const WITHIN_MS = 1000;
/** A name is looked for first, perhaps in the whole local network. */
const NAME_WITHIN_MS = 5000;

/** The address of this machine for other machines; loopback if it is in no network. */
export const ownAddress = (): string => lanAddresses()[0] ?? LOOPBACK;

export async function reachOf({ host, port }: Address, own = lanAddresses()): Promise<Reach> {
  if (LOOPBACKS.includes(host)) return 'loopback';
  if (await answers({ host, port })) return 'answers';
  return own.includes(host) && (await answers({ host: LOOPBACK, port })) ? 'here-only' : 'silent';
}

function answers(place: Address): Promise<boolean> {
  return new Promise((resolve) => {
    const timeout = isIP(place.host) === 0 ? NAME_WITHIN_MS : WITHIN_MS;
    const socket = connect({ ...place, timeout, lookup: lookupOnLan });
    const end = (isThere: boolean) => () => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('connect', end(true)).once('error', end(false)).once('timeout', end(false));
  });
}

export interface Reached {
  readonly mqtt: Address;
  readonly broker: Reach;
  /** Only mosquitto has TLS. */
  readonly isTls: boolean;
  readonly url: string;
  readonly server: Reach;
  /** Further addresses of this machine, if the person gave none. */
  readonly others: readonly string[];
}

export const placeOf = (url: string): Address => {
  const { hostname, port, protocol } = new URL(url);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (protocol === 'https:' ? 443 : 80) };
};

/** What the person must know of these addresses, in 80 columns. */
export function reachWords({ mqtt, broker, isTls, url, server, others }: Reached): readonly string[] {
  const hosts = others.length === 0 ? [] : [`This machine has other addresses, too: ${others.join(', ')}.`, OTHERS];
  return [...brokerWords(mqtt, broker, isTls ? MOSQUITTO : LAN), ...serverWords(url, server), ...hosts];
}

const LAN = 'npm start -- --lan starts one on this machine that devices can reach.';
const MOSQUITTO = 'Only mosquitto has TLS; docs/brokers.md tells how to start it.';
const OTHERS = 'If the temple is in one of those networks, name it with --mqtt and --url.';

function brokerWords({ host, port }: Address, reach: Reach, start: string): readonly string[] {
  switch (reach) {
    case 'answers':
      return [`A broker answers at ${host}, port ${port}.`];
    case 'loopback':
      return [`No device can reach ${host}: give the address of the broker with --mqtt.`];
    case 'here-only':
      return [`The broker listens on ${LOOPBACK} alone: no device can reach it.`, start];
    case 'silent':
      return [`No broker answers at ${host}, port ${port}, yet.`, start];
  }
}

function serverWords(url: string, reach: Reach): readonly string[] {
  switch (reach) {
    case 'answers':
      return [];
    case 'loopback':
      return ['No telephone can open these links: give the address of the server with --url.'];
    case 'here-only':
      return [`The game server, too, listens on ${LOOPBACK} alone: no telephone opens the links.`];
    case 'silent':
      return [`No game server answers at ${url} yet.`];
  }
}
