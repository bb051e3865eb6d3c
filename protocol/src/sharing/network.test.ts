import { expect, test } from 'vitest';
import { addressKey, isLoopback, networkOf } from './network.ts';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::FFFF:cb00:7109', '203.0.113.9'],
  ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
  ['0000::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8:0001:0002:ffff::', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::203.0.113.9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0:0:0:0:1'],
  ['::1', '0:0:0:0::/64'],
])('%s counts as %s', (address, key) => {
  expect(addressKey(address)).toBe(key);
});

test.each([
  ['203.0.113.9', '203.0.113.0/24'],
  ['::ffff:203.0.113.9', '203.0.113.0/24'],
  ['2001:db8:1:2::1', '2001:db8:1::/48'],
  ['2001:db8:1:ffff::1', '2001:db8:1::/48'],
  ['fe80::1%eth0', 'fe80::/64'],
])('%s belongs to %s', (address, network) => {
  expect(networkOf(address).wide).toBe(network);
});

test.each([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['::1', true],
  ['0:0:0:0:0:0:0:1', true],
  ['::ffff:127.0.0.1', true],
  ['::ffff:7f00:1', true],
  ['10.0.0.1', false],
  ['127.0.0.1.example', false],
  ['127.0.0.256', false],
  ['::2', false],
  ['', false],
  ['x'.repeat(10_000), false],
])('%s is this machine: %s', (address, isOurs) => {
  expect(isLoopback(address)).toBe(isOurs);
});
