/** Behind one proxy that the host trusts, the proxy alone says which address a caller has. */
import { BUCKETS } from '@flower-war/protocol';
import type { Running } from '@flower-war/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer } from '../support/server.ts';

const PUBLIC_URL = 'https://play.example.org';
let server: Running;

beforeAll(async () => {
  server = await testServer(
    { LIMITS: '0.1', TRUST_PROXY: '1', PUBLIC_URL, METRICS_TOKEN: '' },
    { now: () => 1_000_000 },
  );
});
afterAll(() => server?.stop());

const most = BUCKETS.guests.perAddress / 10;

/** How many guests can sign in under what the proxy passes on. */
async function guestsFrom(forwardedFor: (n: number) => string): Promise<number> {
  for (let n = 0; ; n++) {
    const headers = { 'x-forwarded-for': forwardedFor(n) };
    const { status } = await fetch(`${server.address}/api/guests`, { method: 'POST', headers });
    if (status !== 200 || n > 3 * most) return n;
  }
}

test('each address behind the proxy has its own limit, scaled by LIMITS', async () => {
  expect(await guestsFrom(() => '203.0.113.1')).toBe(most);
  expect(await guestsFrom(() => '203.0.113.2')).toBe(most);
});

test('what the caller put before the proxy’s own word does not count', async () => {
  expect(await guestsFrom((n) => `198.51.100.${n}, 203.0.113.3`)).toBe(most);
});

test('one household of IPv6 is one address', async () => {
  expect(await guestsFrom((n) => `2001:db8:1:2::${n}`)).toBe(most);
});

test('without a token there are no metrics, also for a proxy on this machine that adds no header', async () => {
  expect((await fetch(`${server.address}/metrics`)).status).toBe(404);
});

test('links begin with PUBLIC_URL, whatever the request says of its host', async () => {
  const headers = { 'x-forwarded-host': 'evil.example' };
  const document = await (await fetch(`${server.address}/api/openapi.json`, { headers })).json();
  expect(document).toMatchObject({ servers: [{ url: PUBLIC_URL }] });
});
