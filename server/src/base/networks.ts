/** Networks as people write them: an address, or an address with a number of bits. */
import { BlockList, isIP } from 'node:net';

export interface Cidr {
  /** The first address of the network. */
  readonly address: string;
  readonly bits: number;
  readonly family: 'ipv4' | 'ipv6';
}

/** Why a text is not a network that can be banned: its form; or it holds too many addresses. */
export type NotCidr = 'form' | 'too-wide';

/** Wider networks belong to whole countries. */
const WIDEST_4 = 8;
const WIDEST_6 = 20;
/** One household or rented machine has at least this many addresses. */
const NARROWEST_6 = 64;

/** One address of IPv6 stands for its /64. An IPv4 address that is written as IPv6 is an IPv4 address. */
export function cidrIn(text: string): Cidr | NotCidr {
  const [, address = '', digits] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text.trim()) ?? [];
  const mapped = ipv4In(address);
  if (mapped !== undefined && isIP(address) === 6) return cidrOf4(mapped, digits && String(Number(digits) - 96));
  if (isIP(address) === 4) return cidrOf4(address, digits);
  return isIP(address) === 6 ? cidrOf6(address, digits) : 'form';
}

export const textOf = ({ address, bits }: Cidr) => `${address}/${bits}`;

/** The IPv4 address in an address of either family, as Node tells that of a caller. */
export function ipv4In(address: string): string | undefined {
  if (isIP(address) === 4) return address;
  if (isIP(address) !== 6) return undefined;
  const bytes = groupsOf(address);
  if (!bytes.slice(0, 5).every((group) => group === 0) || bytes[5] !== 0xffff) return undefined;
  return bytes
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.');
}

function cidrOf4(address: string, digits: string | undefined): Cidr | NotCidr {
  const bits = Number(digits ?? 32);
  if (bits < 0 || bits > 32) return 'form';
  if (bits < WIDEST_4) return 'too-wide';
  const parts = masked(address.split('.').map(Number), { bits, size: 8 });
  return { address: parts.join('.'), bits, family: 'ipv4' };
}

function cidrOf6(address: string, digits: string | undefined): Cidr | NotCidr {
  const asked = Number(digits ?? NARROWEST_6);
  if (asked > 128) return 'form';
  if (asked < WIDEST_6) return 'too-wide';
  const bits = Math.min(asked, NARROWEST_6);
  const groups = masked(groupsOf(address), { bits, size: 16 }).map((group) => group.toString(16));
  return { address: canonical(groups.join(':')), bits, family: 'ipv6' };
}

/** The parts with zeros after the first bits. */
function masked(parts: readonly number[], { bits, size }: { readonly bits: number; readonly size: number }) {
  return parts.map((part, n) => {
    const kept = Math.max(0, Math.min(size, bits - n * size));
    return part & (((1 << kept) - 1) << (size - kept));
  });
}

/** The eight groups of an address of IPv6. */
function groupsOf(address: string): readonly number[] {
  const [head = '', tail] = canonical(address).split('::');
  const [left, right] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean)) as [string[], string[]];
  const zeros = tail === undefined ? [] : Array<string>(8 - left.length - right.length).fill('0');
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16));
}

/** The one spelling that the standard for URLs has for an address of IPv6. */
const canonical = (address: string) => new URL(`http://[${address}]`).hostname.slice(1, -1);

// Tells public internet addresses from those of this machine, its network or a protocol.

/** The IPv4 ranges that IANA lists as not globally reachable. */
const RESERVED_4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/** The only assigned public IPv6 range. Loopback, mapped, NAT64, local and multicast addresses lie outside. */
const GLOBAL_6 = '2000::/3';
/** Exceptions in that range: protocols (Teredo and others, which may hold another address), documentation, 6to4. */
const RESERVED_6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const [reserved4, global6, reserved6] = [listOf(RESERVED_4), listOf([GLOBAL_6]), listOf(RESERVED_6)];

/** False also for a text that is not an address. */
export function isPublic(address: string): boolean {
  if (isIP(address) === 4) return !reserved4.check(address, 'ipv4');
  return isIP(address) === 6 && global6.check(address, 'ipv6') && !reserved6.check(address, 'ipv6');
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), address.includes(':') ? 'ipv6' : 'ipv4');
  }
  return list;
}
