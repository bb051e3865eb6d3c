/** The page is installed, and goes on without a network; it keeps no secret, and a newer page breaks no match. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { request as ask, createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FlowerWarClient } from '@flower-war/client';
import { freePort } from '@flower-war/protocol/hosting';
import { builtPage } from '@flower-war/web/built';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { ChildServer } from '../support/server.ts';
import { inBrowser } from './inBrowser.ts';
import { startPageServer } from './pageServer.ts';
import { DESK, forgive, type Person, PHONE, PLAY, startTapping } from './people.ts';

const WORKING: BrowserContextOptions = { ...PHONE, serviceWorkers: 'allow' };
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** What the browser says of a network that is gone. */
const GONE = /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION|ERR_FAILED|WebSocket|503/;

/** Until the worker has kept the page, and answers for it. */
async function untilKept({ page }: Pick<Person, 'page'>): Promise<void> {
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  await expect.poll(() => page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true);
}

const cut = ({ page }: Person): Promise<void> => page.context().setOffline(true);
const keptIn = (page: Page, cache: string): Promise<readonly string[]> =>
  page.evaluate(`caches.open('${cache}').then((all) => all.keys()).then((all) => all.map(({ url }) => url))`);

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

  test('what was opened works without a network, and the first page says so', async () => {
    const person = await visitAs(ana, '/', WORKING);
    const { page } = person;
    await untilKept(person);
    await page.goto(`/replay?match=${ended}`);
    await page.locator('input[type="range"]').waitFor();
    await page.goto(`/proof?match=${ended}`);
    await expect.poll(() => page.textContent('.verdict')).toBe('This match was played by the rules.');
    await cut(person);
    await page.goto('/');
    await page.locator('.offline').waitFor();
    await page.click('.lobby a:has-text("Replay")');
    await page.locator('input[type="range"]').waitFor();
    await page.keyboard.press('End');
    await page.goto(`/proof?match=${ended}`);
    await expect.poll(() => page.textContent('.verdict')).toBe('This match was played by the rules.');
    await page.goto('/rules/mexica');
    await page.locator('.book h2, [role="dialog"] h2').first().waitFor();
    await page.context().setOffline(false);
    await page.goto('/');
    await page.locator('.offline').waitFor({ state: 'detached' });
    await page.locator(PLAY).waitFor();
    forgive(person, GONE);
  });

  test('a match on this device goes on after the page was closed, and without a network', async () => {
    const person = await visit('/', WORKING);
    const { page } = person;
    await untilKept(person);
    await page.goto('/device');
    await page.click('label:has-text("Tieqchieq")');
    await page.click('text="Play"');
    await page.locator('.playing .move:enabled').first().waitFor();
    await expect
      .poll(() => keptIn(page, 'files').then((all) => all.filter((url) => /strong-/.test(url)).length))
      .toBe(8); // of the page, and of the thread that thinks about hints
    await cut(person);
    await expect.poll(() => movesKept(page)).toBeGreaterThan(0);
    for (let n = 0; n < 6; n++) await tapOn(page);
    const before = await movesKept(page);
    expect(before).toBeGreaterThan(3);
    await page.goto('/device');
    await page.locator('.playing').waitFor();
    expect(await movesKept(page)).toBeGreaterThanOrEqual(before);
    await page.evaluate('localStorage.setItem(\'flower-war-device-match\', \'{"game":"chess"}\')');
    await page.goto('/device');
    await page.locator('.problem').waitFor();
    await page.click('.problem + button');
    await page.locator('.invitation').waitFor();
    forgive(person, GONE);
  });

  test('after the first visit lessons and matches on this device need no network', async () => {
    const person = await visit('/', WORKING);
    const { page } = person;
    await untilKept(person);
    const COURSE_AND_BOTS = /\/(tieqchieq|strong|DevicePage|LearnPage)-[^/]+\.js$/;
    await expect
      .poll(() => keptIn(page, 'files').then((all) => all.filter((url) => COURSE_AND_BOTS.test(url)).length))
      .toBeGreaterThan(6);
    await cut(person);
    await page.goto('/device');
    await page.click('label:has-text("Tieqchieq")');
    await page.click('text="Play"');
    await page.locator('.playing .move:enabled').first().waitFor();
    await page.goto('/learn?course=tieqchieq&lesson=win');
    await page.locator('.playing .move:enabled').first().click();
    await expect.poll(() => page.locator('.story li').count()).toBeGreaterThan(0);
    forgive(person, GONE);
  });

  test('a match on this device explains what is new and gives hints without a network, too', async () => {
    const person = await visit('/', { ...DESK, serviceWorkers: 'allow' });
    const { page } = person;
    await untilKept(person);
    await expect.poll(() => keptIn(page, 'files').then((all) => all.some((url) => url.includes('thinker')))).toBe(true);
    await cut(person);
    await page.goto('/device');
    await page.click('label:has-text("Space Aztecs")');
    await page.click('text="Play"');
    const guide = page.getByRole('complementary', { name: 'New to you' });
    await guide.locator('.note:not(:empty)').waitFor();
    const dismiss = guide.getByRole('button', { name: /Got it|Next/ });
    while ((await dismiss.count()) > 0) await dismiss.click();
    await guide.getByRole('button', { name: 'What would a strong player look at?' }).click();
    await expect.poll(() => guide.getByRole('status').textContent()).toMatch(/^A strong player would look at: \S/);
    await page.locator('.match .menu > summary').click();
    await page.getByRole('checkbox', { name: 'Explain what is new, in matches against bots' }).uncheck();
    await guide.waitFor({ state: 'detached' });
    forgive(person, GONE);
  });

  test('a match that was played to its end on this device is replayed, proven and saved there, without a network', async () => {
    const person = await visit('/', { ...DESK, serviceWorkers: 'allow' });
    const { page } = person;
    await untilKept(person);
    await expect.poll(() => keptIn(page, 'files').then((all) => all.some((url) => url.includes('thinker')))).toBe(true);
    await cut(person);
    await page.addInitScript(QUICK_BOTS);
    await page.goto('/device');
    await page.click('label:has-text("Space Aztecs")');
    await page.click('text="Play"');
    await page.locator('.playing .move:enabled').first().waitFor();
    await startTapping(person, 7);
    await page.locator('.result').waitFor({ timeout: 60_000 });
    const headline = await page.textContent('.result h2');
    await page.locator('.told-end.luck tbody tr').first().waitFor({ state: 'attached', timeout: 60_000 });
    await page.getByRole('link', { name: 'Replay' }).click();
    await page.reload(); // it is the device that knows it
    const slider = page.locator('input[type="range"]');
    await slider.waitFor();
    await expect.poll(async () => (await page.locator('.film .board').boundingBox())?.height).toBeGreaterThan(200);
    const steps = Number(await slider.getAttribute('max'));
    expect(steps).toBeGreaterThan(20);
    await page.keyboard.press('End');
    await expect.poll(() => page.textContent('.result h2')).toBe(headline);
    const saving = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Save as a file' }).click();
    const saved = JSON.parse(readFileSync(await (await saving).path(), 'utf8'));
    expect([saved.game, saved.moves.length]).toEqual(['space-aztecs', steps]);
    expect(saved.rulesVersion).toBeGreaterThan(0);
    await page.getByRole('link', { name: 'Check the dice' }).click();
    const verdict = () => page.textContent('.verdict');
    await expect.poll(verdict).toBe('This match was played by the rules.');
    expect(await page.locator('.checks .passed').count()).toBe(3);
    const file = { name: 'match.json', mimeType: 'application/json' };
    const other = { ...saved, moves: saved.moves.slice(1) };
    await page.setInputFiles('.chooser input', { ...file, buffer: Buffer.from(JSON.stringify(other)) });
    await expect.poll(verdict).toBe('Something is wrong with this match.');
    await page.setInputFiles('.chooser input', { ...file, buffer: Buffer.from(JSON.stringify(saved, undefined, 2)) });
    await expect.poll(verdict).toBe('This match was played by the rules.');
    for (const path of ['/device?replay=1', '/proof?replay=1', '/proof?replay=%00']) {
      await page.goto(path);
      await page.getByText('This match is not on this device any more').waitFor();
    }
    await page.evaluate(`localStorage.setItem('flower-war-device-matches', '[null, {"game": 7}, "x"]')`);
    await page.goto('/device');
    await page.locator('.playing').waitFor();
    forgive(person, GONE);
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

  test('lessons and puzzles go on without a network, once a lesson was opened', async () => {
    const person = await visit('/', WORKING);
    const { page } = person;
    await untilKept(person);
    await page.goto('/learn?course=tieqchieq&lesson=toss');
    await page.locator('.move-list .move').first().waitFor();
    await cut(person);
    await page.goto('/learn');
    await page.click('a[href*="lesson=win"][href*="tieqchieq"]');
    await page.locator('.playing .move:enabled').first().click();
    await expect.poll(() => page.locator('.story li').count()).toBeGreaterThan(0);
    await page.goto('/puzzles');
    await page.click('text="The puzzle of the day"');
    await page.locator('.puzzle .goal').waitFor();
    forgive(person, GONE);
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
    await expect.poll(async () => (await ids()).size).toBe(12);
    expect([...(await ids())]).toEqual(expect.arrayContaining([ended, 'OLD19']));
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
    await expect
      .poll(async () => {
        await page.goto('/');
        const names = (await page.evaluate('caches.keys()')) as readonly string[];
        await page.goto('about:blank');
        return names.filter((name) => name.startsWith('page-')).length;
      })
      .toBe(1);
    await page.goto('/');
    await expect
      .poll(() => keptIn(page, 'files').then((all) => all.filter((url) => url.includes(newer.old)).length))
      .toBe(0);
    await door.close();
    forgive(person, GONE);
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

/** So long a bot waits before it acts; here it waits no longer than it must. */
const QUICK_BOTS = `(() => {
  const later = globalThis.setTimeout;
  globalThis.setTimeout = (act, ms, ...told) => later(act, ms === 600 ? 0 : ms, ...told);
})()`;

const HTML = { headers: { Accept: 'text/html' } };
const SHORT = { game: 'flower-war', options: { length: 'short' }, seats: 2 } as const;

/** A match that is over. */
async function playedBy(client: FlowerWarClient, table: { visibility?: 'private' } = {}): Promise<string> {
  const { match } = await client.create({
    game: 'tieqchieq',
    options: { turnCap: 40 },
    seats: 2,
    bots: [{ bot: 'greedy' }],
    table,
  });
  const live = await client.join(match);
  await live.resign();
  await live.until(() => live.isOver);
  live.close();
  return match;
}

const movesKept = (page: Page): Promise<number> =>
  page.evaluate("JSON.parse(localStorage.getItem('flower-war-device-match')).moves.length");

async function tapOn(page: Page): Promise<void> {
  const before = await movesKept(page);
  await page.locator('.playing .move:enabled').first().click();
  await expect.poll(() => movesKept(page)).toBeGreaterThan(before);
}

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

/** A page in which all is the same, but the names of its files: those of the older one are not there. */
async function changedPage() {
  const folder = join(mkdtempSync(join(tmpdir(), 'newer-')), 'page');
  cpSync(await builtPage(ROOT), folder, { recursive: true });
  const named = (text: string) =>
    text.replace(/-([\w-]{8})\.(js|css)\b/g, (_, hash, kind) => `-${hash.slice(0, 7)}~.${kind}`);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(js|css|html)$/.test(name),
  );
  const old = files.find((name) => /assets\/index-.*\.js$/.test(name)) ?? '';
  for (const file of files) {
    writeFileSync(join(folder, file), named(readFileSync(join(folder, file), 'utf8')).replace(/id:`/, 'id:`newer-'));
    renameSync(join(folder, file), join(folder, named(file)));
  }
  return { folder, old, first: named(old) };
}

/** A door before the server, behind which the page can change. */
async function openDoor(server: string) {
  const { hostname, port } = new URL(server);
  const answers = new Map<string, string>();
  const missed: string[] = [];
  const sockets = new Set<Socket>();
  let folder: string | undefined;
  const door = createServer((asked, answer) => {
    const path = asked.url ?? '';
    const isPage = path === '/' && (asked.headers.accept ?? '').includes('text/html');
    const file =
      folder && (isPage ? 'index.html' : path === '/sw.js' || path.startsWith('/assets/') ? path : undefined);
    const own = answers.get(path);
    if (own !== undefined) return void answer.writeHead(200, { 'Content-Type': 'text/javascript' }).end(own);
    if (folder !== undefined && file !== undefined) {
      const type = /\.(\w+)$/.exec(file)?.[1] ?? '';
      try {
        const bytes = readFileSync(join(folder, file));
        return void answer.writeHead(200, { 'Content-Type': TYPES[type] ?? 'application/octet-stream' }).end(bytes);
      } catch {
        missed.push(path);
        return void answer.writeHead(404).end();
      }
    }
    const passed = ask({ hostname, port, path, method: asked.method ?? 'GET', headers: asked.headers }, (said) => {
      answer.writeHead(said.statusCode ?? 500, said.headers);
      said.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  door.on('upgrade', (asked, near: Socket, head) => {
    const far = connect(Number(port), hostname, () => {
      const headers = Object.entries(asked.headers).map(([name, value]) => `${name}: ${value}\r\n`);
      far.write(`GET ${asked.url} HTTP/1.1\r\n${headers.join('')}\r\n`);
      far.write(head);
      near.pipe(far).pipe(near);
    });
    for (const socket of [near, far]) sockets.add(socket.on('error', () => {}));
  });
  await new Promise<void>((listening) => door.listen(0, '127.0.0.1', listening));
  return {
    address: `http://127.0.0.1:${(door.address() as AddressInfo).port}`,
    missed,
    answer: (path: string, text: string) => void answers.set(path, text),
    servePage: (from: string) => {
      folder = from;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      door.closeAllConnections();
      await new Promise((closed) => door.close(closed));
    },
  };
}

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
  webmanifest: 'application/manifest+json',
};
