/** The hooks in a real browser, in strict mode, where every effect runs twice. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CHROMIUM, hasChromium, launch, openPage, playByButtons } from '@flower-war/packaging/browser';
import { verify } from '@flower-war/protocol';
import { engine } from '@flower-war/rules';
import type { Running } from '@flower-war/server';
import { build, type BuildOptions } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testServer } from '../support/server.ts';

const README = fileURLToPath(new URL('../../../client-sdk/README.md', import.meta.url));
const APP = fileURLToPath(new URL('./app.tsx', import.meta.url));
const PAGE = '<!doctype html><link rel="icon" href="data:,"><body><script type="module" src="/app.js"></script>';

const FOR_REACT = { jsx: 'automatic' } as const;
const BUTTONS = { move: '.move:enabled', over: '[data-over=true]' };

/** What app.tsx counts. */
interface AppCounts {
  readonly renders: number;
  readonly commits: number;
  readonly tears: number;
  readonly steps: readonly number[];
  readonly sessions: readonly unknown[];
}

describe.skipIf(!hasChromium)(`in Chromium (skipped where there is no ${CHROMIUM})`, () => {
  let server: Running;
  let pages: Pages;
  let browser: Browser;

  beforeAll(async () => {
    server = await testServer();
    const readme = await bundleForPage(readmeExample(server.address), FOR_REACT);
    const pageOf = (name: string) => PAGE.replace('app.js', name);
    pages = await servePages({
      '/': PAGE,
      '/app.js': await bundleForPage(APP, FOR_REACT),
      '/readme.html': pageOf('readme.js'),
      '/readme.js': readme,
    });
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    pages?.close();
    await server?.stop();
  });

  test('a match is played to its end through an unmount, a lost network and concurrent renders', async () => {
    const { page, problems } = await open();
    const traffic = watchTraffic(page);
    await start(page);
    await playByButtons(page, BUTTONS, 3);
    const before = traffic.open();
    expect(traffic.sent('GET', /\/matches\/\w+$/)).toBe(1);
    expect(traffic.sent('POST', /\/lobby$/)).toBe(1);
    await page.click('#show');
    await page.waitForSelector('#board', { state: 'detached' });
    await expect.poll(() => traffic.open()).toBe(0);
    expect(before).toBe(2); // the match, for ten components, and the lobby
    await page.click('#show');
    await page.waitForSelector('.move:enabled');
    await playByButtons(page, BUTTONS, 3);
    await page.context().setOffline(true);
    await expect.poll(() => page.textContent('#connection')).not.toBe('connected');
    await page.context().setOffline(false);
    await playByButtons(page, BUTTONS);
    expect(await page.textContent('#result')).toMatch(/^(win|draw)$/);
    const seen = await seenBy(page);
    expect(seen.tears).toBe(0);
    expect(seen.steps.length).toBeGreaterThan(10);
    expect(seen.steps).toEqual([...new Set(seen.steps)].sort((a, b) => a - b));
    expect(seen.renders).toBeLessThan(30 * seen.steps.length);
    expect(traffic.sent('POST', /\/seat$/)).toBe(1);
    expect(traffic.sent('POST', /\/guests$/)).toBe(1);
    expect(seen.sessions).toHaveLength(1);
    expect(problems.filter((said) => !said.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
    expect(await verify(await lastRecord(), engine)).toMatchObject({ ok: true, contributors: [0] });
    await page.evaluate(() => window.unmount());
    await expect.poll(() => traffic.open()).toBe(0);
  });

  test('changed arguments switch: another filter, and watching instead of playing', async () => {
    const { page, problems } = await open();
    const traffic = watchTraffic(page);
    await start(page);
    expect(await page.textContent('#seat')).toBe('0');
    await page.click('#watch');
    await expect.poll(() => page.textContent('#seat')).toBe('none');
    await page.waitForSelector('#board[data-status=live]');
    expect(await page.locator('.move').count()).toBe(0);
    await page.waitForSelector('#lobby > p');
    await page.click('#other-game');
    await page.waitForSelector('#lobby[data-status=live]:not(:has(> p))');
    await expect.poll(() => traffic.open()).toBe(2);
    expect(problems).toEqual([]);
  });

  test('a temple of the player is shown once the player asks again; one of no player is absent', async () => {
    const { page } = await open();
    await start(page);
    await page.waitForSelector('#temple[data-status=absent]');
    const asked = watchTraffic(page);
    await page.click('#temple');
    await expect.poll(() => asked.sent('GET', /\/temples$/)).toBe(1);
  });

  test('a match that could not be opened says why, and opens when it is tried again', async () => {
    const { page } = await open();
    await page.route(/\/api\/matches\/\w+$/, (route) => route.abort());
    await page.click('#sign-in');
    await page.waitForSelector('main[data-session=signed-in]');
    await page.click('#create');
    await page.waitForSelector('#board[data-status=failed][data-error*="does not answer"]');
    expect(await page.locator('.move').count()).toBe(0);
    await page.unrouteAll();
    const traffic = watchTraffic(page);
    await page.evaluate(`for (const tap of [1, 2]) document.querySelector('#retry').click()`);
    await page.waitForSelector('.move:enabled');
    await page.waitForSelector('#board[data-status=live]:not([data-error])');
    expect(traffic.sent('GET', /\/matches\/\w+$/)).toBe(1); // two taps open one connection
  });

  test('the example of the README plays a match to its end', async () => {
    const { page, problems } = await openPage(browser, `${pages.url}/readme.html`);
    await page.click('text=Sign in');
    await page.click('text=Start');
    await page.waitForSelector('text=Start', { state: 'detached' });
    await playByButtons(page, { move: 'button', over: 'p:text-matches("^(win|draw)$")' });
    expect(problems).toEqual([]);
  });

  test('errors are values: the page stands, and tells a server that is not there', async () => {
    const { page } = await openPage(browser, `${pages.url}/?server=http://127.0.0.1:1`);
    await page.click('#sign-in');
    await page.waitForSelector('main[data-session=signed-out][data-error*="does not answer"]');
  });

  async function lastRecord(): Promise<string> {
    const listed = await fetch(`${server.address}/api/matches?status=ended`);
    const { matches } = (await listed.json()) as { matches: { match: string }[] };
    return (await fetch(`${server.address}/api/matches/${matches[0]?.match}/record`)).text();
  }

  function open() {
    return openPage(browser, `${pages.url}/?server=${server.address}`);
  }
});

async function start(page: Page): Promise<void> {
  // Two taps make one guest, whose session is told once: the test above counts that.
  await page.evaluate(`for (const tap of [1, 2]) document.querySelector('#sign-in').click()`);
  await page.waitForSelector('main[data-session=signed-in]');
  await page.click('#create');
  await page.waitForSelector('.move:enabled');
}

/** The example as it stands, and what draws it. */
function readmeExample(url: string): Source {
  const [, code] = /```tsx\n([^`]+useClient[^`]+)```/.exec(readFileSync(README, 'utf8')) ?? [];
  if (code === undefined) throw new Error('client-sdk/README.md has no example of the hooks');
  const root = 'createRoot(document.body.appendChild(document.createElement("div")))';
  const drawing = `import { createRoot } from 'react-dom/client';\n${root}.render(<Game url="${url}" />);`;
  return { code: `${code}\n${drawing}`, folder: import.meta.dirname };
}

const seenBy = (page: Page): Promise<AppCounts> => page.evaluate(() => window.seen as AppCounts);

interface Traffic {
  /** How many sockets to the server are open. */
  open(): number;
  /** How many such requests were sent. */
  sent(method: string, path: RegExp): number;
}

/** What a page sends to a server from now on. */
function watchTraffic(page: Page): Traffic {
  const sockets = new Set<object>();
  const requests: { readonly method: string; readonly path: string }[] = [];
  page.on('websocket', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  page.on('request', (request) => requests.push({ method: request.method(), path: new URL(request.url()).pathname }));
  return {
    open: () => sockets.size,
    sent: (method, path) => requests.filter((one) => one.method === method && path.test(one.path)).length,
  };
}

declare global {
  interface Window {
    readonly seen: unknown;
    readonly unmount: () => void;
  }
  // Some functions above run in the page.
  const window: Window;
}

/** TypeScript with JSX as text, as if it were a file in the folder. */
interface Source {
  readonly code: string;
  readonly folder: string;
}

/** What a bundler makes of a file, or of a text, for a page. */
async function bundleForPage(entry: string | Source, options: BuildOptions = {}): Promise<string> {
  const define = { 'process.env.NODE_ENV': '"development"' };
  const wanted = { bundle: true, format: 'esm', platform: 'browser', logLevel: 'silent', define, ...options } as const;
  const from: BuildOptions =
    typeof entry === 'string'
      ? { entryPoints: [entry] }
      : { stdin: { contents: entry.code, resolveDir: entry.folder, loader: 'tsx' } };
  const { outputFiles = [] } = await build({ ...wanted, ...from, write: false });
  return outputFiles[0]?.text ?? '';
}

interface Pages {
  readonly url: string;
  close(): void;
}

const TYPES: Readonly<Record<string, string>> = { '': 'text/html', '.html': 'text/html' };

/** Serves texts by their paths. Any other path is not there. */
async function servePages(files: Readonly<Record<string, string>>): Promise<Pages> {
  const pages = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const text = files[pathname];
    if (text === undefined) response.writeHead(404);
    else response.setHeader('content-type', TYPES[extname(pathname)] ?? 'text/javascript');
    response.end(text);
  });
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
  return { url: `http://localhost:${(pages.address() as AddressInfo).port}`, close: () => pages.close() };
}
