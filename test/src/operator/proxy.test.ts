/** Behind one proxy that the host trusts, the proxy alone says which address a caller has. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BUCKETS } from '@flower-war/protocol';
import { afterAll, expect, test } from 'vitest';
import { house, serveThisFile } from '../sdk/house.ts';

const PUBLIC_URL = 'https://play.example.org';

/** With a page there are pictures. */
const folder = mkdtempSync(join(tmpdir(), 'page-'));
mkdirSync(join(folder, 'assets'));
for (const file of ['index.html', 'sw.js']) writeFileSync(join(folder, file), '');
afterAll(() => rmSync(folder, { recursive: true }));

const WITH_PAGE = { WEB: 'on', BUILT_PAGE: JSON.stringify({ folder }) };
const settings = { LIMITS: '0.1', TRUST_PROXY: '1', PUBLIC_URL, METRICS_TOKEN: '', ...WITH_PAGE };
serveThisFile(settings, { now: () => 1_000_000 });

/** How many guests each address may make, scaled by LIMITS. */
const MOST = BUCKETS.guests.perAddress / 10;

test.each<[string, (n: number) => string]>([
  ['each address behind the proxy has its own limit', () => '203.0.113.1'],
  ['and so has another', () => '203.0.113.2'],
  ['what the caller put before the proxy’s own word does not count', (n) => `198.51.100.${n}, 203.0.113.3`],
  ['one household of IPv6 is one address', (n) => `2001:db8:1:2::${n}`],
])('%s', async (_, forwardedFor) => {
  const statuses = [];
  for (let n = 0; n <= MOST; n++) {
    const headers = { 'x-forwarded-for': forwardedFor(n) };
    statuses.push((await fetch(`${house.url}/api/guests`, { method: 'POST', headers })).status);
  }
  expect(statuses).toEqual([...Array(MOST).fill(200), 429]);
});

test('a proxy that names the port of the caller makes no other address of it, for pictures either', async () => {
  const most = BUCKETS.records.perAddress / 10;
  const statuses = [];
  for (let n = 0; n <= most; n++) {
    const headers = { 'x-forwarded-for': `203.0.113.4:${50_000 + n}` };
    const path = '/previews/en/game/flower-war.png';
    statuses.push((await fetch(house.url + path, { method: 'HEAD', headers })).status);
  }
  expect(statuses).toEqual([...Array(most).fill(200), 429]);
});

test('without a token there are no metrics, also for a proxy on this machine that adds no header', async () => {
  expect((await fetch(`${house.url}/metrics`)).status).toBe(404);
});

test('links begin with PUBLIC_URL, whatever the request says of its host', async () => {
  const headers = { 'x-forwarded-host': 'evil.example' };
  const document = await (await fetch(`${house.url}/api/openapi.json`, { headers })).json();
  expect(document).toMatchObject({ servers: [{ url: PUBLIC_URL }] });
});
