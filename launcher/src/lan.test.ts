import { expect, test } from 'vitest';
import { readLaunchSettings } from './config.ts';
import { addressesAt, lanNotice, openAddressesAt } from './lan.ts';

const http = { addresses: ['192.168.1.5'], port: 2567 };
const mqtt = { addresses: ['192.168.1.5'], port: 1883, homePassword: 'SECRET' };

test('the notice names addresses, what is open, what protects it, and draws the first as a QR code', () => {
  const notice = lanNotice({ http, mqtt });
  expect(notice).toContain('\n  npm run play -- --lan\n');
  expect(notice).toContain('\n  npm run play -- --url http://192.168.1.5:2567\n');
  expect(notice).toContain('\nTemples connect to mqtt://192.168.1.5:1883\n');
  expect(notice).not.toContain('try the next');
  expect(lanNotice({ http: { ...http, addresses: ['192.168.1.5', '10.0.0.2'] }, mqtt })).toContain('try the next');
  expect(notice).toMatch(/\n█ █▀▀▀█ .* █▀▀▀█ █\n/);
  expect(notice).toMatch(/port 2567: any player may join; nothing is encrypted/);
  expect(notice).toMatch(/port 1883: each device needs its own password/);
});

test('the notice names what the form of Home Assistant asks for', () => {
  const rows = /\n {2}Broker +192\.168\.1\.5\n {2}Port +1883\n {2}Username +home\n {2}Password +SECRET\n/;
  expect(lanNotice({ http, mqtt })).toMatch(rows);
  expect(lanNotice({ http, mqtt: undefined })).not.toMatch(/MQTT|Home Assistant/);
});

test('a machine without a network is told so', () => {
  expect(lanNotice({ http: { addresses: [], port: 1 }, mqtt })).toMatch(/in no network/);
});

test('a program that listens at one address alone is found there alone', () => {
  expect(addressesAt('127.0.0.1')).toEqual(['127.0.0.1']);
  expect(addressesAt('0.0.0.0')).toEqual(addressesAt(undefined));
  const notice = lanNotice({ http: { addresses: ['::1'], port: 1 }, mqtt });
  expect(notice).toContain('HOST=::1 keeps the game on this machine, also with --lan.');
  expect(notice).toContain('--url http://[::1]:1\n');
  expect(notice).not.toMatch(/Open to all devices|--lan$/m);
  expect(['127.0.0.1', '::1', 'localhost', '203.0.113.7'].flatMap(openAddressesAt)).toEqual([]);
  expect(openAddressesAt('0.0.0.0')).toEqual(addressesAt('0.0.0.0'));
});

test('flags are told apart from settings, and empty settings are none', () => {
  expect(readLaunchSettings(['--lan'], { BRIDGE_TOKEN: '', MQTT_URL: '' })).toMatchObject({
    isOnLan: true,
    hasTemples: true,
  });
  expect(readLaunchSettings(['--lan'], { BRIDGE_TOKEN: '' }).BRIDGE_TOKEN).toBeUndefined();
  expect(readLaunchSettings(['--no-temples'], {}).hasTemples).toBe(false);
});
