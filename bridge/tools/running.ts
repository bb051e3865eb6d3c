/** The shared parts of the tools for temples: checks of arguments, paths and error messages. */
import { randomBytes } from 'node:crypto';
import { connect, isIP, isIPv6 } from 'node:net';
import { lanAddresses } from '@flower-war/protocol/addresses';
import { BadConfig, BadKey } from '@flower-war/protocol/hosting';
import { lookupOnLan } from '@flower-war/protocol/lan';
import { templeId } from '@flower-war/protocol/temple';
import { BadRegister } from '../broker/access.ts';
import { NoCertificate } from '../broker/mosquitto.ts';

/** Bad arguments, or files that cannot be used. */
export class Unusable extends Error {}

const UNUSABLE = 2;
const FOR_PEOPLE = [Unusable, BadConfig, BadKey, BadRegister, NoCertificate];

/** Runs a tool and prints the errors that a person can mend. A bug keeps its stack trace. */
export async function runTool(tool: () => Promise<void>): Promise<void> {
  try {
    await tool();
  } catch (error) {
    if (!FOR_PEOPLE.some((kind) => error instanceof kind)) throw error;
    console.error((error as Error).message);
    process.exitCode = UNUSABLE;
  }
}

export function asTempleId(text: string): string {
  if (templeId.safeParse(text).success) return text;
  throw new Unusable(
    `${JSON.stringify(text)} is not a temple's id: an id is templo- and 4 to 12 digits of 0-9 and a-f, like templo-7f3a.`,
  );
}

export function asPort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port >= 1 && port <= 65535) return port;
  throw new Unusable(`${JSON.stringify(text)} is not a port: a port is a number from 1 to 65535.`);
}

/** The name or address of a machine. */
export function asHost(text: string): string {
  if (/^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/.test(text) || (isIPv6(text) && !text.includes('%')))
    return text;
  throw new Unusable(
    `${JSON.stringify(text)} is not a name or address of a machine, like broker.local or 192.168.1.20.`,
  );
}

/** Checks of the addresses that people give the tools for temples, and the usual ones. */
export function asServer(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed && /^https?:$/.test(parsed.protocol) && parsed.search === '' && parsed.hash === '') return parsed.href;
  throw new Unusable(
    `--url takes the address of the game server, like http://192.168.1.20:2567, not ${JSON.stringify(url)}.`,
  );
}

/** Where players find the server if the person does not say it: as the server's own settings do, like MQTT_PORT for the broker. */
export function usualServer({ PUBLIC_URL, PORT }: NodeJS.ProcessEnv): string {
  return PUBLIC_URL || `http://${ownAddress()}:${Number(PORT) || 2567}`;
}

/** `host`, `host:port` or `[v6]:port`. */
export function asBroker(given: string, usualPort: number): Address {
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
  readonly mqtt: Address;
  readonly url: string;
  readonly isTls: boolean;
  /** The person named no address. */
  readonly isUsual: boolean;
}

/** Names for new temples. */
export function newIds(count: number, known: readonly string[]): readonly string[] {
  const ids = new Set<string>();
  while (ids.size < count) {
    const id = `templo-${randomBytes(4).toString('hex')}`;
    if (!known.includes(id)) ids.add(id);
  }
  return [...ids];
}

// Whether the broker and the game server answer where temples and telephones look for them.

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** `loopback`: the address means this machine alone. `here-only`: a program listens there, but on 127.0.0.1 alone. */
type Reach = 'answers' | 'loopback' | 'here-only' | 'silent';

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
