/** The page is installed, and the browser keeps it: no secret, nothing without end, and a newer page breaks no match. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FlowerWarClient } from '@flower-war/client';
import { freePort } from '@flower-war/protocol/hosting';
import { beforeAll, expect, test } from 'vitest';
import { ChildServer } from '../support/server.ts';
import { changedPage, openDoor } from './changingDoor.ts';
import { inBrowser } from './inBrowser.ts';
import { cut, GONE, keptIn, playedBy, untilKept, WORKING } from './keeping.ts';
import { startPageServer } from './pageServer.ts';
import { forgive } from './people.ts';

inBrowser(startPageServer, ({ address, signedIn, visit, visitAs }) => {
  let ana: FlowerWarClient;
  let ended: string;
  beforeAll(async () => {
    ana = await signedIn('Ana');
    ended = await playedBy(ana);
  });

  test('the page can be installed, with icons and words of its own', async () => {
    const { page } = await visit('/', { ...WORKING, locale: 'es-MX' });
    const devtools = await page.context().newCDPSession(page);
    const { url, errors, data = '' } = await devtools.send('Page.getAppManifest');
    expect([url.endsWith('.es.webmanifest'), errors]).toEqual([true, []]);
    const manifest = JSON.parse(data);
    expect(manifest).toMatchObject({ name: 'Guerra Florida', start_url: '/', display: 'standalone' });
    for (const { url: path } of manifest.shortcuts)
      expect((await fetch(address() + path, HTML)).status, path).toBe(200);
    const touch = await page.getAttribute('link[rel="apple-touch-icon"]', 'href');
    const icons = [...manifest.icons, { src: touch, sizes: '180x180', purpose: 'maskable' }];
    for (const { src, sizes, purpose } of icons) {
      const { width, corner } = (await page.evaluate(`(${PAINTED})('${src}')`)) as { width: number; corner: number };
      expect([`${width}x${width}`, corner === 255]).toEqual([sizes, purpose === 'maskable']);
    }
    await untilKept({ page });
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  });

  test.each([
    [false, ['games']],
    [true, []],
  ])('who saves data (%s) is not sent the games unasked', async (saveData, asked) => {
    const { page } = await visit('/about', WORKING);
    await page.addInitScript(`(() => {
      globalThis.asked = [];
      Object.defineProperty(navigator, 'connection', { value: { saveData: ${saveData} } });
      ServiceWorker.prototype.postMessage = (what) => globalThis.asked.push(what);
    })()`);
    await page.goto('/');
    await untilKept({ page });
    await page.evaluate(
      'new Promise((idle) => requestIdleCallback(() => requestIdleCallback(() => setTimeout(idle))))',
    );
    expect(await page.evaluate('globalThis.asked')).toEqual(asked);
  });

  test('what is kept is what any person may read: no token, nothing of a match that runs or is private', async () => {
    const secret = await playedBy(ana, { visibility: 'private' });
    const running = await ana.create({ ...SHORT, bots: [{ bot: 'greedy' }] });
    const person = await visitAs(ana, '/', WORKING);
    const { page } = person;
    await untilKept(person);
    for (const path of [
      '/me',
      '/',
      `/?match=${running.match}`,
      `/replay?match=${running.match}`,
      `/?match=${secret}`,
    ]) {
      await page.goto(path);
      await page.waitForLoadState('networkidle');
    }
    for (const match of [secret, ended]) {
      await page.goto(`/replay?match=${match}`);
      await page.locator('input[type="range"]').waitFor();
      await page.goto(`/proof?match=${match}`);
      await page.locator('.verdict').waitFor();
    }
    await expect
      .poll(() => keptIn(page, 'matches').then((all) => all.some((url) => url.endsWith('/record'))))
      .toBe(true);
    const all = (await page.evaluate(EVERYTHING)) as readonly { readonly url: string; readonly text: string }[];
    const matches = new Set(all.flatMap(({ url }) => /matches\/([^/?]+)/.exec(url)?.[1] ?? []));
    expect([...matches]).toEqual([ended]);
    expect(
      all.map(({ url }) => new URL(url).pathname).filter((path) => /^\/api\/(me|tokens|players|lobby)/.test(path)),
    ).toEqual([]);
    const text = all.map((one) => JSON.stringify(one)).join('\n');
    const { token, refresh } = ana.session ?? {};
    for (const hidden of [token, refresh, secret, running.match, 'uthorization'])
      expect(text.includes(hidden ?? 'no session'), hidden).toBe(false);
  });

  test('who signs in after another player finds nothing that only the other one may see', async () => {
    const secret = await playedBy(ana, { visibility: 'private' });
    const person = await visitAs(ana, '/', WORKING);
    const { page } = person;
    await untilKept(person);
    await page.goto(`/replay?match=${secret}`);
    await page.locator('input[type="range"]').waitFor();
    await page.goto('/me');
    await page.waitForLoadState('networkidle');
    const { token, refresh } = ana.session ?? {};
    const ben = await signedIn('Ben');
    const session = JSON.stringify(JSON.stringify(ben.session));
    await page.evaluate(`localStorage.setItem('flower-war-session', ${session})`);
    await page.goto('/me');
    await page.waitForLoadState('networkidle');
    const left = `${JSON.stringify(await page.evaluate(EVERYTHING))} ${await page.evaluate('JSON.stringify({ ...localStorage })')}`;
    for (const hidden of [token, refresh]) expect(left.includes(hidden ?? 'no session')).toBe(false);
    expect(JSON.stringify(await page.evaluate(EVERYTHING))).not.toContain(secret);
    await cut(person);
    await page.goto(`/replay?match=${secret}`);
    await page.locator('.problem').waitFor();
    expect(await page.locator('input[type="range"]').count()).toBe(0);
    forgive(person, GONE);
  });

  test('the server calls public what any caller may read, and nothing else', async () => {
    const secret = await playedBy(ana, { visibility: 'private' });
    const { match: running } = await ana.create({ ...SHORT, bots: [{ bot: 'greedy' }] });
    const live = await ana.join(running);
    const headers = { authorization: `Bearer ${ana.session?.token}` };
    const said = async (path: string) => (await fetch(address() + path, { headers })).headers.get('cache-control');
    const PARTS = ['', '/steps?viewer=spectator', '/record'];
    const ofMatch = (match: string) => Promise.all(PARTS.map((part) => said(`/api/matches/${match}${part}`)));
    expect(await ofMatch(ended)).toEqual(PARTS.map(() => 'public, no-cache'));
    for (const match of [secret, running]) expect(await ofMatch(match)).toEqual(PARTS.map(() => null));
    expect(await Promise.all(['/api/games', '/api/me', '/api/me/matches'].map(said))).toEqual([
      'public, no-cache',
      null,
      null,
    ]);
    live.close();
  });

  test('no more matches are kept than the last twelve', async () => {
    const person = await visitAs(ana, '/', WORKING);
    await untilKept(person);
    await person.page.evaluate(`(async () => {
      const cache = await caches.open('matches');
      for (let n = 0; n < 20; n++) await cache.put('/api/matches/OLD' + n, new Response('{}'));
    })()`);
    await person.page.goto(`/replay?match=${ended}`);
    const ids = async () =>
      new Set((await keptIn(person.page, 'matches')).flatMap((url) => /matches\/([^/?]+)/.exec(url)?.[1] ?? []));
    const looked = async () => {
      const now = await ids();
      return [now.size, now.has(ended), now.has('OLD19')];
    };
    await expect.poll(looked).toEqual([12, true, true]);
  });

  test('while a match is open, a newer page waits, and what the older one still loads is there', async () => {
    const door = await openDoor(address());
    const newer = await changedPage();
    const person = await visitAs(ana, '/', { ...WORKING, baseURL: door.address });
    const { page } = person;
    await untilKept(person);
    const match = await ana.create({ ...SHORT, bots: [{ bot: 'greedy' }] });
    await page.goto(`/?match=${match.match}`);
    await page.locator('.playing .move').first().waitFor();
    door.servePage(newer.folder);
    await page.evaluate('navigator.serviceWorker.ready.then((one) => one.update())');
    await expect
      .poll(() => page.evaluate('navigator.serviceWorker.ready.then((one) => one.waiting !== null)'))
      .toBe(true);
    await page.click('.who, .back'); // to a page whose script only the older build has
    await page.evaluate("history.pushState(null, '', '/about'); dispatchEvent(new PopStateEvent('popstate'))");
    await page.locator('main h1').waitFor();
    expect(door.missed).toEqual([]);
    const before = await keptIn(page, 'files');
    expect(before.some((url) => url.includes(newer.first))).toBe(true);
    await page.goto('about:blank');
    const pagesKept = async () => {
      await page.waitForTimeout(2000); // while none is open, the newer one takes over
      await page.goto('/');
      const names = (await page.evaluate('caches.keys()')) as readonly string[];
      await page.goto('about:blank');
      return names.filter((name) => name.startsWith('page-')).length;
    };
    await expect.poll(pagesKept, { timeout: 60_000 }).toBe(1);
    await page.goto('/');
    await expect
      .poll(() => keptIn(page, 'files').then((all) => all.filter((url) => url.includes(newer.old)).length))
      .toBe(0);
    await door.close();
    forgive(person, GONE);
  });

  test('where a network wants a login, its page is kept in place of no file', async () => {
    const door = await openDoor(address());
    door.wantLogin(/PuzzlesPage-/);
    const person = await visitAs(ana, '/', { ...WORKING, baseURL: door.address });
    const { page } = person;
    await untilKept(person);
    await page.evaluate("navigator.serviceWorker.ready.then((one) => one.active.postMessage('games'))");
    const isKept = async (name: RegExp) => (await keptIn(page, 'files')).some((url) => name.test(url));
    await expect.poll(() => isKept(/strong-/)).toBe(true);
    await page.goto('/puzzles');
    await page.locator('[role="alert"]').waitFor();
    door.wantLogin(/^$/);
    await page.goto('/puzzles');
    await page.locator('main h1').waitFor();
    await expect.poll(() => isKept(/PuzzlesPage-/)).toBe(true);
    await page.goto('about:blank');
    await door.close();
    forgive(person, /PuzzlesPage-|module script/);
  });

  test('a host can turn it off: browsers forget all that they have kept', async () => {
    const door = await openDoor(address());
    const person = await visitAs(ana, '/', { ...WORKING, baseURL: door.address });
    const { page } = person;
    await untilKept(person);
    const off = new ChildServer(await freePort(), {
      WEB: 'on',
      OFFLINE: 'off',
      JOURNAL: 'memory',
      DATA_DIR: mkdtempSync(join(tmpdir(), 'off-')),
    });
    await off.start();
    door.answer('/sw.js', await (await fetch(`${off.url}/sw.js`)).text());
    await off.end('SIGTERM');
    await page.evaluate('navigator.serviceWorker.ready.then((one) => one.update())');
    await expect.poll(() => page.evaluate('caches.keys()')).toEqual([]);
    await expect
      .poll(() => page.evaluate('navigator.serviceWorker.getRegistration().then((one) => one === undefined)'))
      .toBe(true);
    await page.goto('/about');
    await page.locator('main h1').waitFor();
    await door.close();
  });
});

const HTML = { headers: { Accept: 'text/html' } };
const SHORT = { game: 'flower-war', options: { length: 'short' }, seats: 2 } as const;

/** Runs in the page: the width of a picture, and how opaque its corner is. */
const PAINTED = `async (src) => {
  const picture = await createImageBitmap(await (await fetch(src)).blob());
  const canvas = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
  canvas.drawImage(picture, 0, 0);
  return { width: picture.width, corner: canvas.getImageData(0, 0, 1, 1).data[3] };
}`;

/** Runs in the page: all that any cache holds but the files of the page. */
const EVERYTHING = `(async () => {
  const all = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of name === 'files' ? [] : await cache.keys()) {
      const answer = await cache.match(request);
      all.push({ url: request.url, asked: [...request.headers], answered: [...answer.headers], text: await answer.text() });
    }
  }
  return all;
})()`;
