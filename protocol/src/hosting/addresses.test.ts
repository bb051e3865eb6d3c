import { expect, test } from 'vitest';
import { lanAddresses } from './addresses.ts';

const address = (text: string, more = {}) => ({
  address: text,
  family: 'IPv4' as const,
  internal: false,
  netmask: '255.255.255.0',
  mac: '',
  cidr: null,
  ...more,
});

test('only addresses that others can reach are shown, those of private networks first', () => {
  const found = lanAddresses({
    lo: [address('127.0.0.1', { internal: true })],
    ppp0: [address('203.0.113.7')],
    wlan: [address('192.168.1.5'), { ...address('fe80::1'), family: 'IPv6', scopeid: 1 }],
    eth1: [address('169.254.3.4')],
    none: undefined,
  });
  expect(found).toEqual(['192.168.1.5', '203.0.113.7']);
});

test('addresses of containers and tunnels come last, since no device in the house reaches them', () => {
  const found = lanAddresses({
    docker0: [address('172.17.0.1')],
    'br-12ab': [address('172.18.0.1')],
    wg0: [address('10.6.0.2')],
    wlp2s0: [address('192.168.1.5')],
    eth0: [address('198.51.100.3')],
  });
  expect(found).toEqual(['192.168.1.5', '198.51.100.3', '172.17.0.1', '172.18.0.1', '10.6.0.2']);
});
