import { expect, test } from 'vitest';
import { brokerGate } from './socketTransport.ts';

const CONFIG = { TEMPLE_BROKER: 'mqtt://127.0.0.1:1883', ORIGINS: [], PUBLIC_URL: '', LIMITS: 1 };
const headers = { host: 'game.example:2567', 'sec-websocket-protocol': 'chat, mqtt' };
let now = 0;

const gate = (config: Partial<typeof CONFIG> = {}, banned: readonly string[] = []) =>
  brokerGate({
    config: { ...CONFIG, ...config },
    networks: { has: (address) => banned.includes(address) },
    now: () => now,
  });
const ask = (asked: ReturnType<typeof gate>, more: object = {}, address = '10.0.0.1') =>
  asked({ request: { url: '/mqtt', headers: { ...headers, ...more } }, address })?.code;

test('it is closed unless a setting names the broker', () => {
  expect(ask(gate())).toBeUndefined();
  expect(ask(gate({ TEMPLE_BROKER: '' }))).toBe('not-found');
});

test.each([
  ['http://game.example:2567', '', undefined],
  ['https://GAME.example:2567', '', undefined],
  ['http://game.example', '', 'forbidden'],
  ['https://play.example', 'https://play.example', undefined],
  ['https://evil.example', 'https://play.example', 'forbidden'],
  ['file://game.example:2567', '', 'forbidden'],
  ['null', '', 'forbidden'],
])('a page of %s, with PUBLIC_URL %s', (origin, PUBLIC_URL, code) => {
  expect(ask(gate({ PUBLIC_URL }), { origin })).toBe(code);
});

test('a banned network is refused', () => {
  expect(ask(gate({}, ['10.0.0.1']))).toBe('banned');
});

test('one address opens that many a minute, and others are let in meanwhile', () => {
  const asked = gate();
  const codes = Array.from({ length: 70 }, () => ask(asked));
  expect(codes.filter((code) => code === undefined)).toHaveLength(60);
  expect(codes.at(-1)).toBe('too-many');
  expect(ask(asked, {}, '10.0.0.2')).toBeUndefined();
  now += 60_000;
  expect(ask(asked)).toBeUndefined();
});

test('without limits nothing is counted', () => {
  const asked = gate({ LIMITS: 0 });
  expect(Array.from({ length: 200 }, () => ask(asked)).filter((code) => code !== undefined)).toEqual([]);
});

test('one that tries on and on comes in as often as the limit allows', () => {
  const asked = gate();
  let opened = 0;
  for (const end = now + 180_000; now < end; now += 100) if (ask(asked, {}, '10.0.0.3') === undefined) opened++;
  expect(opened).toBeGreaterThan(200);
  expect(opened).toBeLessThan(250);
});
