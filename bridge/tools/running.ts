/** The shared parts of the tools for temples: checks of arguments, paths and error messages. */
import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { lanAddresses } from '@flower-war/protocol/addresses';
import { BadConfig, BadKey } from '@flower-war/protocol/hosting';
import { templeId } from '@flower-war/protocol/temple';
import { BadRegister } from '../broker/accounts/access.ts';
import { NoCertificate } from '../mosquitto/certificates.ts';
import { type Address, placeOf, type Reached, reachOf } from './reach.ts';

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

/** A path as the person meant it. npm runs scripts in its own folder; INIT_CWD is the person's folder. */
export function whereGiven(path: string): string {
  return resolve(process.env['INIT_CWD'] ?? process.cwd(), path);
}

export function asTempleId(text: string): string {
  if (templeId.safeParse(text).success) return text;
  throw new Unusable(
    `${JSON.stringify(text)} is no temple's id: an id is templo- and 4 to 12 digits of 0-9 and a-f, like templo-7f3a.`,
  );
}

export function asPort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port >= 1 && port <= 65535) return port;
  throw new Unusable(`${JSON.stringify(text)} is no port: a port is a number from 1 to 65535.`);
}

/** The name or address of a machine. */
export function asHost(text: string): string {
  if (/^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/.test(text) || /^[0-9a-fA-F:]{2,45}$/.test(text)) return text;
  throw new Unusable(`${JSON.stringify(text)} is no name or address of a machine, like broker.local or 192.168.1.20.`);
}

/** Checks of the addresses that people give the tools for temples, and the usual ones. */
export function asServer(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed && /^https?:$/.test(parsed.protocol) && parsed.search === '' && parsed.hash === '') return parsed.href;
  throw new Unusable(
    `--url takes the address of the game server, like http://192.168.1.20:2567, not ${JSON.stringify(url)}.`,
  );
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
