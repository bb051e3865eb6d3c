import { expect, test } from 'vitest';
import { readLaunchSettings } from './config.ts';
import { lanNotice } from './lan.ts';

test('the notice names addresses, what is open, what protects it, and draws the first as a QR code', () => {
  const notice = lanNotice(['192.168.1.5'], { http: 2567, mqtt: 1883 });
  expect(notice).toContain('\n  npm run play -- --url http://192.168.1.5:2567\n');
  expect(notice).toContain('\nTemples connect to mqtt://192.168.1.5:1883\n');
  expect(notice).not.toContain('try the next');
  expect(lanNotice(['192.168.1.5', '10.0.0.2'], { http: 1, mqtt: 2 })).toContain('try the next');
  expect(notice).toMatch(/\n█ █▀▀▀█ .* █▀▀▀█ █\n/);
  expect(notice).toMatch(/port 2567: any player may join; nothing is encrypted/);
  expect(notice).toMatch(/port 1883: each device needs its own password/);
  expect(lanNotice(['192.168.1.5'], { http: 2567, mqtt: undefined })).not.toContain('MQTT');
});

test('a machine without a network is told so', () => {
  expect(lanNotice([], { http: 1, mqtt: 2 })).toMatch(/in no network/);
});

test('flags are told apart from settings, and empty settings are none', () => {
  expect(readLaunchSettings(['--lan'], { BRIDGE_TOKEN: '', MQTT_URL: '' })).toMatchObject({
    isOnLan: true,
    hasTemples: true,
  });
  expect(readLaunchSettings(['--lan'], { BRIDGE_TOKEN: '' }).BRIDGE_TOKEN).toBeUndefined();
  expect(readLaunchSettings(['--no-temples'], {}).hasTemples).toBe(false);
});
