/** Networks and ports: which connections are counted together, by address and by network, and where a server may listen. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

export interface Network {
  /** What one household, phone or rented machine has: one IPv4 address, or a /64 of IPv6. */
  readonly own: string;
  /** What one customer of a provider can have: a /24 of IPv4, or a /48 of IPv6. */
  readonly wide: string;
}

const BYTE = /^(25[0-5]|2[0-4]\d|1?\d?\d)$/;

export function networkOf(address: string): Network {
  const v4 = ipv4In(address);
  if (v4 !== undefined) return { own: v4, wide: `${v4.split('.').slice(0, 3).join('.')}.0/24` };
  const groups = groupsOf(address);
  // All devices on one cable share the same link-local network.
  if (/^fe[89ab]/.test(groups[0] ?? '')) return { own: groups.join(':'), wide: 'fe80::/64' };
  return { own: `${groups.slice(0, 4).join(':')}::/64`, wide: `${groups.slice(0, 3).join(':')}::/48` };
}

/** The groups of one client, from the widest to the narrowest: its network, its address, and the client itself. */
export function whoseAt(address: string, who: string): readonly string[] {
  const { wide, own } = networkOf(address);
  return [wide, own, who];
}

/** The key under which limits count an address. */
export function addressKey(address: string): string {
  return networkOf(address).own;
}

/** The IPv4 address in a text. It may be written as IPv6, in any spelling. */
function ipv4In(address: string): string | undefined {
  if (isIPv4(address)) return address;
  const groups = groupsOf(address);
  if (groups.length !== 8 || groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return undefined;
  return groups.slice(6).flatMap(bytesIn).join('.');
}

function isIPv4(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => BYTE.test(part));
}

function bytesIn(group: string): readonly number[] {
  const number = Number.parseInt(group, 16);
  return [number >> 8, number & 0xff];
}

/** The eight groups of an IPv6 address, `::` written out, zeros left off, and the end in hex. */
function groupsOf(address: string): readonly string[] {
  const plain = address
    .toLowerCase()
    .replace(/%.*$/, '')
    .replace(/[\d.]+$/, inHex);
  const [head = '', tail] = plain.split('::');
  const [left, right] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean)) as [string[], string[]];
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return [...left, ...zeros, ...right].map((group) => group.replace(/^0+(?=.)/, ''));
}

/** `1.2.3.4` as `102:304`; anything else as it is. */
function inHex(text: string): string {
  if (!isIPv4(text)) return text;
  const [a = 0, b = 0, c = 0, d = 0] = text.split('.').map(Number);
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}

// Ports for servers that start on this machine, and come back to the same port after a restart.

/**
 * Systems give outgoing connections a port from 32768 on, and port 0 takes one of these too. A port below cannot be taken by
 * a connection while its server is away.
 */
const [LOWEST, ABOVE] = [10_000, 32_768];

const TRIES = 100;

/** A port of 127.0.0.1 on which nothing listens. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = randomInt(LOWEST, ABOVE);
    if (await isFree(port)) return port;
  }
  throw new Error(`none of ${TRIES} ports between ${LOWEST} and ${ABOVE} is free on 127.0.0.1`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
