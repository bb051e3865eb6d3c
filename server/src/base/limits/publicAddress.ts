/** Tells public internet addresses from those of this machine, its network or a protocol. */
import { BlockList, isIP } from 'node:net';

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
