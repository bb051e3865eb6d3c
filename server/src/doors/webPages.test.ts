/** The folders of the page and of the documents, as the server sends them: nothing else, and nothing of them wrongly. */
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../base/log.ts';
import { buildAt, WebClient } from './webClient.ts';
import { webPages } from './webPages.ts';

/** As `npx` has it, in a folder whose name begins with a dot. */
const root = join(mkdtempSync(join(tmpdir(), 'pages-')), '.npx');
const [folder, docs] = [join(root, 'page'), join(root, 'docs')];
const BOOK = '<h1>The rules</h1>';

function write(file: string, bytes: string | Buffer): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), bytes);
}

write('secret.html', 'secret');
write('page/index.html', '<html lang="en"><head><title>Old</title></head>the page');
write('page/assets/app.js', 'app');
write('page/assets/app-1.en.webmanifest', '{}');
write('page/assets/app-2.es.webmanifest', '{}');
write('page/sw.js', 'the worker');
write('docs/index.html', 'all documents');
write('docs/index.html.gz', gzipSync('all documents'));
write('docs/rules/index.html.gz', gzipSync(BOOK));
write('docs/assets/look.js', 'look');

const heads = async ({ path }: { readonly path: string }) =>
  ({ status: 200, language: path === '/me' ? 'fr' : 'es', title: '<$&>', html: '<meta name="x">' }) as const;

function serving(place: Parameters<typeof buildAt>[0] | undefined, keeps: 'on' | 'off' = 'on') {
  const web = new WebClient({ WEB: 'on', OFFLINE: keeps, BUILT_PAGE: '' }, createLog({ LOG_LEVEL: 'silent' }));
  if (place !== undefined) web.state = { kind: 'ready', build: buildAt(place) };
  const server = express().disable('etag').use(webPages(web, heads)).listen(0, '127.0.0.1');
  const port = () => (server.address() as { readonly port: number }).port;
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port()}${path}`, { redirect: 'manual', ...init });
  return { server, port, ask };
}

const all = [serving({ folder, docs }), serving({ folder }), serving(undefined), serving({ folder }, 'off')] as const;
const [full, bare, waiting, forgetful] = all;
const HTML = { headers: { Accept: 'text/html' } };

beforeAll(() =>
  Promise.all(all.map(({ server }) => server.listening || new Promise((done) => server.once('listening', done)))),
);
afterAll(() => Promise.all(all.map(({ server }) => new Promise((done) => server.close(done)))));

test('the page knows whether there are documents', async () => {
  const app = '<link rel="manifest" href="/assets/app-2.es.webmanifest">';
  const head = `<html lang="es"><head><title>&lt;$&amp;&gt;</title><meta name="x">${app}`;
  expect(await (await full.ask('/', HTML)).text()).toBe(`${head}<link rel="help" href="/docs/"></head>the page`);
  expect(await (await bare.ask('/', HTML)).text()).toBe(`${head}</head>the page`);
});

test('a program that takes anything gets the page, but where there is a text for it', async () => {
  const kinds = ['/?match=M', '/replay?match=M', '/about', '/', '/claim?temple=T'].map(async (path) => {
    const [any, none, json] = await Promise.all(
      ['*/*', '', 'application/json'].map((Accept) => full.ask(path, { headers: { Accept } })),
    );
    return [any?.status, none?.status, json?.status];
  });
  const [page, text] = [
    [200, 200, 404],
    [404, 404, 404],
  ];
  expect(await Promise.all(kinds)).toEqual([page, page, page, text, text]);
});

test('without documents their address says how to build them, and before the page is built that one has to wait', async () => {
  const [missing, early] = await Promise.all([bare.ask('/docs/rules/'), waiting.ask('/docs/')]);
  expect([missing.status, await missing.text()]).toEqual([
    404,
    expect.stringContaining('npm run do -- site --players'),
  ]);
  expect([early.status, early.headers.get('retry-after')]).toEqual([503, '1']);
});

test('a page that was found before is there at once, and one that is gone by now is looked for', () => {
  const opened = (BUILT_PAGE: string) => {
    const web = new WebClient({ WEB: 'on', OFFLINE: 'on', BUILT_PAGE }, createLog({ LOG_LEVEL: 'silent' }));
    web.start();
    web.stop();
    return web.state.kind;
  };
  expect(opened(JSON.stringify({ folder, docs }))).toBe('ready');
  expect(opened(JSON.stringify({ folder: join(folder, 'gone') }))).toBe('building');
  for (const nonsense of ['{}', 'nonsense', '']) expect(opened(nonsense)).toBe('building');
});

test('other sites may frame a tournament, and no other page', async () => {
  const mayFrame = async (path: string) => {
    const { status, headers } = await full.ask(path, HTML);
    const ancestors = headers.get('content-security-policy')?.match(/frame-ancestors (.*)$/)?.[1];
    return [status, ancestors, headers.get('x-frame-options')];
  };
  expect(await mayFrame('/embed/tournaments/t-7GV4JP3WQX9R')).toEqual([200, '*', null]);
  for (const path of ['/', '/me', '/oauth/authorize', '/tournaments', '/docs/', '/rules/embed/tournaments/x'])
    expect(await mayFrame(path)).toEqual([200, "'none'", 'DENY']);
  for (const path of ['/embed/tournaments/', '/embed/tournaments/a/b', '/embed/me'])
    expect((await full.ask(path, HTML)).status).toBe(404);
});

test('a folder shows its first page, and the address without a slash leads there', async () => {
  expect((await full.ask('/docs')).headers.get('location')).toBe('/docs/');
  expect(await (await full.ask('/docs/')).text()).toBe('all documents');
  expect(await (await full.ask('/docs/rules/')).text()).toBe(BOOK);
});

test.each(['/docs/', '/docs/index.html', '/docs/rules/index.html'])(
  '%s is the same for a client that unpacks and one that does not',
  async (path) => {
    const answers = await Promise.all(
      ['gzip', 'identity'].map((encoding) => full.ask(path, { headers: { 'Accept-Encoding': encoding } })),
    );
    expect(answers.map(({ headers }) => headers.get('content-encoding'))).toEqual(['gzip', null]);
    for (const { headers } of answers) {
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(headers.get('vary')).toContain('Accept-Encoding');
      expect([headers.get('etag'), headers.get('last-modified')]).toEqual([null, null]);
    }
    const [packed, plain] = await Promise.all(answers.map((answer) => answer.text()));
    expect(packed).toBe(plain);
  },
);

test('what never changes is kept for ever, and pages are asked for anew; all have a policy', async () => {
  const kept = async (path: string) => (await full.ask(path)).headers.get('cache-control');
  expect(await kept('/docs/assets/look.js')).toContain('immutable');
  expect(await kept('/assets/app.js')).toContain('immutable');
  expect(await kept('/docs/')).toBe('no-cache');
  const policy = async (path: string) => (await full.ask(path, HTML)).headers.get('content-security-policy') ?? '';
  expect((await policy('/docs/')).replace('img-src data:', 'img-src')).toBe(await policy('/'));
  expect(await policy('/docs/')).not.toMatch(/unsafe|http|\*|sha256/);
});

test('the worker of the page is asked for anew each time; where none is wanted, one comes that takes itself away', async () => {
  const [there, early, none] = await Promise.all([full, waiting, forgetful].map(({ ask }) => ask('/sw.js')));
  expect([there?.headers.get('content-type'), there?.headers.get('cache-control')]).toEqual([
    'text/javascript; charset=utf-8',
    'no-cache',
  ]);
  expect([await there?.text(), early?.status]).toEqual(['the worker', 503]);
  expect(await none?.text()).toContain('registration.unregister()');
});

test('a language without a manifest has the English one', async () => {
  expect(await (await full.ask('/me', HTML)).text()).toContain('href="/assets/app-1.en.webmanifest"');
});

test('a page of before finds its files as long as its build is there, and those of no other folder', async () => {
  const [before, now] = ['0123456789abcdef', 'fedcba9876543210'];
  for (const build of [before, now]) {
    for (const file of ['index.html', 'sw.js']) write(`builds/${build}/${file}`, build);
    write(`builds/${build}/assets/app-${build}.js`, build);
  }
  write('builds/building-0123/assets/half.js', 'half');
  const { server, ask } = serving({ folder: join(root, 'builds', now) });
  await once(server, 'listening');
  const said = async (path: string) => (await ask(path)).status;
  const own = [`/assets/app-${now}.js`, `/assets/app-${before}.js`];
  expect(await Promise.all([...own, '/assets/half.js', '/assets/none.js'].map(said))).toEqual([200, 200, 404, 404]);
  expect(await (await ask(`/assets/app-${before}.js`)).text()).toBe(before);
  rmSync(join(root, 'builds', before), { recursive: true });
  expect(await Promise.all(own.map(said))).toEqual([200, 404]);
  expect((await full.ask('/assets/look.js')).status).toBe(404);
  server.close();
});

test('files that are nowhere are looked for once in a while, and a new build is found after that', () => {
  const [own, newer] = ['00000000000000aa', '00000000000000bb'];
  for (const file of ['index.html', 'sw.js', 'assets/own.js']) write(`beside/${own}/${file}`, own);
  const { elsewhere } = buildAt({ folder: join(root, 'beside', own) });
  const has = (file: string, now: number) => elsewhere(({ files }) => files.has(file), now) !== undefined;
  expect(has('none.js', 0)).toBe(false);
  write(`beside/${newer}/assets/newer.js`, newer);
  expect([has('newer.js', 999), has('newer.js', 1000), has('newer.js', 1001)]).toEqual([false, true, true]);
});

test('a page that outlives its server waits for its files until the build is found, but not too many do', async () => {
  const web = new WebClient(
    { WEB: 'on', OFFLINE: 'on', BUILT_PAGE: JSON.stringify({ folder }) },
    createLog({ LOG_LEVEL: 'silent' }),
  );
  const server = express().use(webPages(web, heads)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { readonly port: number };
  const ask = (file: string) => fetch(`http://127.0.0.1:${port}/assets/${file}`);
  const asked = Array.from({ length: 1001 }, (_, n) => ask(n < 999 ? 'app.js' : `none-${n}.js`));
  expect((await Promise.any(asked)).status).toBe(503);
  web.start();
  const answers = await Promise.all(asked);
  const many = (status: number) => answers.filter((answer) => answer.status === status).length;
  expect([many(503), many(200) + many(404)]).toEqual([1, 1000]);
  expect(await (await ask('app.js')).text()).toBe('app');
  web.stop();
  server.close();
});

test('a server that stops while the page is built lets none of its files wait', async () => {
  const web = new WebClient({ WEB: 'on', OFFLINE: 'on', BUILT_PAGE: '' }, createLog({ LOG_LEVEL: 'silent' }));
  const server = express().use(webPages(web, heads)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const coming = once(server, 'request');
  const { port } = server.address() as { readonly port: number };
  const asked = fetch(`http://127.0.0.1:${port}/assets/app.js`);
  await coming;
  web.stop();
  expect((await asked).status).toBe(503);
  server.close();
});

test('the page and the documents that a server has opened count as used', () => {
  for (const used of [folder, docs]) utimesSync(used, 0, 0);
  const BUILT_PAGE = JSON.stringify({ folder, docs });
  const web = new WebClient({ WEB: 'on', OFFLINE: 'on', BUILT_PAGE }, createLog({ LOG_LEVEL: 'silent' }));
  web.start();
  web.stop();
  for (const used of [folder, docs]) expect(statSync(used).mtimeMs).toBeGreaterThan(0);
});

test('a manifest has its type', async () => {
  expect((await full.ask('/assets/app-1.en.webmanifest')).headers.get('content-type')).toContain(
    'application/manifest+json',
  );
});

test('no other method is taken, and HEAD has no body', async () => {
  expect((await full.ask('/docs/', { method: 'POST' })).status).toBe(404);
  const head = await full.ask('/docs/rules/', { method: 'HEAD', headers: { 'Accept-Encoding': 'identity' } });
  expect([head.status, await head.text()]).toEqual([200, '']);
});

test('nothing leads out of the folder', async () => {
  const said = await Promise.all(HOSTILE.map((path) => askedAsItStands(full.port(), `/docs/${path}`)));
  expect(said).toEqual(HOSTILE.map(() => expect.stringMatching(/^HTTP\/1.1 404 /)));
});

const HOSTILE = [
  '../secret.html',
  '..%2fsecret.html',
  '%2e%2e/secret.html',
  '..\\secret.html',
  'rules/../../secret.html',
  '/secret.html',
  'none.html',
  'rules',
  'assets/',
  'rules//',
  '%00',
  '%',
  'x'.repeat(8000),
];

/** `fetch` would shorten the path. */
function askedAsItStands(port: number, path: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.end(`GET ${path} HTTP/1.1\r\nHost: pages\r\nConnection: close\r\n\r\n`);
  return text(socket);
}
