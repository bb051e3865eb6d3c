/** How the server serves the page: at once, safely, and so that browsers keep what never changes. */
import type { Running } from '@flower-war/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAsBrowser, startPageServer, untilBuilt } from './pageServer.ts';

let server: Running;
let early: Response;
beforeAll(async () => {
  server = await startPageServer();
  early = await openAsBrowser(server.address);
  await untilBuilt(server);
});
afterAll(() => server.stop());

const assetsIn = (page: string) => [...page.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);

test('before the page is found or built, a visitor is told so in both languages', async () => {
  expect(early.status).toBe(503);
  expect(early.headers.get('retry-after')).toBe('1');
  const text = await early.text();
  expect(text).toContain('is being built');
  expect(text).toContain('se está preparando');
  expect(text).toContain('http-equiv="refresh"');
});

test('an early browser that asks for an icon gets none, and no error', async () => {
  const icon = await fetch(`${server.address}/favicon.ico`);
  expect(icon.status).toBe(204);
  expect(icon.headers.get('cache-control')).toContain('max-age');
});

test('the page itself is asked for anew each time, and its policy allows nothing unsafe', async () => {
  const page = await openAsBrowser(server.address);
  expect(page.headers.get('cache-control')).toBe('no-cache');
  expect(page.headers.get('vary')).toContain('Accept');
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/unsafe|http|\*/);
  expect(await page.text()).not.toMatch(/<style|<script(?! type="module"[^>]* src=)|style="|https?:/);
});

test('what the page names is kept for ever, and compressed where that makes it smaller', async () => {
  const paths = assetsIn(await (await openAsBrowser(server.address)).text());
  expect(paths.length).toBeGreaterThan(2);
  for (const path of paths) {
    const asset = await fetch(server.address + path, { headers: { 'Accept-Encoding': 'gzip' } });
    expect(asset.status, path).toBe(200);
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const isSmall = /\.(png|webmanifest)$/.test(path);
    expect(asset.headers.get('content-encoding'), path).toBe(isSmall ? null : 'gzip');
    expect(asset.headers.get('content-type')).toMatch(/javascript|css|svg|image\/png|manifest\+json/);
  }
});

test('a program that asks for no HTML gets the plain text', async () => {
  const plain = await fetch(server.address);
  expect(plain.headers.get('content-type')).toContain('text/plain');
  expect(await plain.text()).toContain('npm run play');
});

test.each(['/assets/none.js', '/assets/..%2Findex.html', '/assets/', '/index.html'])(
  '%s is not there',
  async (path) => {
    expect((await openAsBrowser(server.address + path)).status).toBe(404);
  },
);

test('at an address without anything people get a page, and programs their JSON', async () => {
  for (const path of ['/nonsense', '/rules', '/play/now?x=1', '/operator']) {
    const person = await openAsBrowser(server.address + path);
    expect([person.status, person.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(await person.text()).toContain('/assets/');
    const program = await fetch(server.address + path);
    expect([program.status, await program.json()]).toEqual([404, expect.objectContaining({ code: 'not-found' })]);
  }
  for (const path of ['/api/nonsense', '/assets/none.js', '/metrics/none'])
    expect((await openAsBrowser(server.address + path)).headers.get('content-type')).toContain('application/json');
});

test('no file can be written', async () => {
  const [path = ''] = assetsIn(await (await openAsBrowser(server.address)).text());
  expect((await fetch(server.address + path, { method: 'POST' })).status).toBe(404);
});
