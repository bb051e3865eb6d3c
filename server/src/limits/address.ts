/** Whose address a request comes from. */
import { isIPv4 } from 'node:net';

/** One household or phone of IPv6 has a whole /64, so that is what counts as one address. */
export function addressKey(address: string): string {
  const plain = withoutMapping(address);
  return isIPv4(plain) ? plain : `${groupsOf(plain).slice(0, 4).join(':')}::/64`;
}

export function isLoopback(address: string): boolean {
  const plain = withoutMapping(address);
  return plain === '::1' || (isIPv4(plain) && plain.startsWith('127.'));
}

function withoutMapping(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

/** The eight groups of an IPv6 address, `::` written out and zeros left off. */
function groupsOf(address: string): readonly string[] {
  const [head = '', tail] = address.toLowerCase().replace(/%.*$/, '').split('::');
  const [left, right] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean)) as [string[], string[]];
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return [...left, ...zeros, ...right].map((group) => group.replace(/^0+(?=.)/, ''));
}
