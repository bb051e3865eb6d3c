import { expect, test } from 'vitest';
import { readLaunchSettings } from './config.ts';
import { brokerSetting, pageSetting } from './processes.ts';
import { settingsOfServers } from './servers/fleet.ts';

const POSTGRES = { DATABASE_URL: 'postgres://127.0.0.1/flower-war' };

test('the number of processes stands after its flag, and is one without it', () => {
  expect(readLaunchSettings([], {})).toMatchObject({ processes: 1 });
  expect(readLaunchSettings(['--processes', '1'], {})).toMatchObject({ processes: 1 });
  expect(readLaunchSettings(['--lan', '--processes=3'], POSTGRES)).toMatchObject({ processes: 3, isOnLan: true });
  expect(readLaunchSettings(['--processes', '26', '--no-temples'], POSTGRES)).toMatchObject({
    processes: 26,
    hasTemples: false,
  });
});

test.each(['0', '27'])('--processes %s is refused', (count) => {
  expect(() => readLaunchSettings(['--processes', count], POSTGRES)).toThrow(/--processes/);
});

test.each(['mqtt:', 'http://127.0.0.1:1883', 'here'])('MQTT_URL=%s is refused, and not shown', (MQTT_URL) => {
  expect(() => readLaunchSettings([], { MQTT_URL })).toThrow(/^MQTT_URL cannot be used; .* like mqtt:/);
});

test('several processes need a database that all of them reach', () => {
  for (const none of [{}, { DATABASE_URL: '' }])
    expect(() => readLaunchSettings(['--processes', '2'], none)).toThrow(/set DATABASE_URL to a PostgreSQL/);
});

test.each([
  [undefined, '1'],
  ['', '1'],
  ['0', '1'],
  ['1', '2'],
  ['10.0.0.0/8, loopback', '10.0.0.0/8, loopback,127.0.0.1'],
])('with TRUST_PROXY=%s the servers trust one proxy more: %s', (given, wanted) => {
  expect(settingsOfServers({ TRUST_PROXY: given })).toMatchObject({ TRUST_PROXY: wanted });
});

test('servers take no address that only one of them can have, and are open to this machine alone', () => {
  const given = { PORT: '2567', HOST: '0.0.0.0', PROCESS_NAME: 'x', INTERNAL_PORT: '1', INTERNAL_URL: 'http://x' };
  expect({ ...given, ...settingsOfServers(given) }).toEqual({
    HOST: '127.0.0.1',
    PORT: '0',
    PROCESS_NAME: undefined,
    INTERNAL_PORT: undefined,
    INTERNAL_URL: undefined,
    TRUST_PROXY: '1',
  });
});

test.each([
  [{}, 'on'],
  [{ JOURNAL: 'sqlite' }, 'on'],
  [{ JOURNAL: 'memory' }, 'off'],
  [{ JOURNAL: 'memory', WEB: 'on' }, 'on'],
  [{ WEB: 'off' }, 'off'],
  [{ WEB: '' }, 'on'],
])('with %j the page is %s', (environment, WEB) => {
  expect(pageSetting(environment)).toEqual({ WEB });
});

test.each([
  [{}, 'mqtt://127.0.0.1:1883'],
  [{ MQTT_HOST: '', MQTT_PORT: '', MQTT_URL: '', TEMPLE_BROKER: '' }, 'mqtt://127.0.0.1:1883'],
  [{ MQTT_HOST: '::', MQTT_PORT: '1999' }, 'mqtt://[::1]:1999'],
  [{ MQTT_URL: 'mqtt://127.0.0.1' }, undefined],
  [{ TEMPLE_BROKER: 'mqtt://127.0.0.1' }, undefined],
  [{ MQTT_PORT: '0' }, undefined],
])('with %j temples in browsers find the broker at %s', (environment: NodeJS.ProcessEnv, url) => {
  const settings = readLaunchSettings([], environment);
  expect(brokerSetting(settings, environment['MQTT_HOST'])['TEMPLE_BROKER']).toBe(url);
});
