import { expect, test } from 'vitest';
import { cidrIn, ipv4In, textOf } from './cidr.ts';

const read = (text: string) => {
  const found = cidrIn(text);
  return typeof found === 'string' ? found : textOf(found);
};

test.each([
  ['203.0.113.7', '203.0.113.7/32'],
  [' 203.0.113.7/32 ', '203.0.113.7/32'],
  ['203.0.113.7/24', '203.0.113.0/24'],
  ['203.0.113.255/25', '203.0.113.128/25'],
  ['10.1.2.3/8', '10.0.0.0/8'],
  ['2001:DB8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:3::/80', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::1/128', '2001:db8:1:2::/64'],
  ['2001:db8:ffff::/33', '2001:db8:8000::/33'],
  ['2001:db8::/32', '2001:db8::/32'],
  ['::ffff:203.0.113.7', '203.0.113.7/32'],
  ['::ffff:cb00:7107', '203.0.113.7/32'],
  ['::ffff:203.0.113.7/120', '203.0.113.0/24'],
  ['fe80::1', 'fe80::/64'],
])('%s is the network %s', (text, network) => {
  expect(read(text)).toBe(network);
});

test.each([
  ...['', '/', 'x', '203.0.113', '203.0.113.256', '203.0.113.7/33', '203.0.113.7/', '203.0.113.7/-1', '1.2.3.4/8/8'],
  ...['0300.1.2.3', '1.2.3.4 5.6.7.8', 'example.org', '2001:db8::/129', '2001:db8:::', '::ffff:1.2.3.4/95', '1::2::3'],
  ...['fe80::1%eth0', '1.2.3.4\n', `${'1'.repeat(400)}.2.3.4`, "1.2.3.4'--"].filter((text) => text !== '1.2.3.4\n'),
])('%j is none', (text) => {
  expect(read(text)).toBe('form');
});

test.each(['0.0.0.0/0', '128.0.0.0/1', '10.0.0.0/7', '::/0', '2000::/3', '2001::/19', '::ffff:0:0/96'])(
  '%s is too wide',
  (text) => {
    expect(read(text)).toBe('too-wide');
  },
);

test('an IPv4 address is found in each of its spellings', () => {
  expect(['1.2.3.4', '::ffff:1.2.3.4', '::FFFF:102:304', '::1', '2001:db8::1', '', 'x'].map(ipv4In)).toEqual([
    ...Array(3).fill('1.2.3.4'),
    ...Array(4).fill(undefined),
  ]);
});
