/** What a browser does with every page: it names it, keeps it for the way back, and asks for what it shows. */
import { playByButtons } from '@flower-war/packaging/browser';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inBrowser } from './inBrowser.ts';
import { startTempleServer, type TempleServer } from './pageServer.ts';
import { MOVES } from './people.ts';
import type { Scene } from './scenes.ts';
import { type Scenes, setScenes, show, windowFor } from './scenes.ts';

const NAME = { 'en-GB': 'Flower War', 'es-MX': 'Guerra Florida' } as const;
const LANGUAGES = Object.keys(NAME) as readonly (keyof typeof NAME)[];
const HEADED = 'main h1, main h2';
/** Beside the scenes: an address without anything, and pages that say that something is missing. */
const MORE: readonly Scene[] = [
  { name: 'lost', path: '/nonsense', ready: HEADED },
  { name: 'no player', path: '/player', ready: HEADED },
];
const ELSEWHERE = '/api/games';

let server: TempleServer;
const start = async () => {
  server = await startTempleServer();
  return server;
};

inBrowser(({ address, browser }) => {
  let scenes: Scenes;

  beforeAll(async () => {
    scenes = await setScenes(server);
  });
  afterAll(() => scenes?.close());

  const newPage = async (locale: string): Promise<Page> => {
    const context = await windowFor(browser(), scenes, { locale, baseURL: address() });
    await context.addInitScript(`addEventListener('pageshow', ({ persisted }) => { globalThis.wasKept = persisted; })`);
    return context.newPage();
  };
  const sceneNamed = (name: string): Scene => {
    const scene = scenes.all.find((one) => one.name === name);
    if (scene === undefined) throw new Error(`no scene is named ${name}`);
    return scene;
  };

  test.each(LANGUAGES)('it has a title of its own, in %s', async (locale) => {
    const page = await newPage(locale);
    const pagesOf = new Map<string, Set<string>>();
    for (const scene of [...scenes.all, ...MORE]) {
      await show(page, scene);
      await expect.poll(() => page.title(), { message: scene.name }).toSatisfy(isNamed(scene, NAME[locale]));
      const title = await page.title();
      pagesOf.set(title, new Set(pagesOf.get(title)).add(pageOf(scene)));
    }
    const shared = [...pagesOf].filter(([, pages]) => pages.size > 1);
    expect(shared).toEqual([]);
  });

  test('the rules have their title above a match, which gets its own back', async () => {
    const page = await newPage('en-GB');
    const { path } = sceneNamed('mexica');
    await show(page, { name: 'rules', path: `${path}#/rules/tieqchieq`, ready: '.book h1' });
    await page.locator('.playing').waitFor({ state: 'attached' });
    expect(await page.title()).toBe('Rules: Tieqchieq · Flower War');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.title()).toBe('Match: Mexica · Flower War');
  });

  test('the way back is no new load', async () => {
    const page = await newPage('en-GB');
    const loaded: string[] = [];
    for (const scene of scenes.all) {
      await show(page, scene);
      const why = await wayBack(page);
      if (why !== KEPT) loaded.push(`${scene.name}: ${why}`);
    }
    expect(loaded).toEqual([]);
  });

  test('a match goes on after the way back', async () => {
    const page = await newPage('en-GB');
    await page.goto('/');
    await page.click('text=Play now against bots');
    await page.locator(MOVES.move).first().waitFor();
    expect(await wayBack(page)).toBe(KEPT);
    const told = await page.locator('.story li').count();
    await playByButtons(page, MOVES, 4);
    await expect.poll(() => page.locator('.story li').count()).toBeGreaterThan(told);
  });

  test('the list of games comes compressed, and only once', async () => {
    const page = await newPage('en-GB');
    const sizes: number[] = [];
    for (const path of ['/', '/new']) {
      const answer = page.waitForResponse((response) => new URL(response.url()).pathname === ELSEWHERE);
      await page.goto(path);
      const response = await answer;
      expect(response.headers()['content-encoding']).toBe('gzip');
      sizes.push((await response.request().sizes()).responseBodySize);
    }
    const { length } = await (
      await fetch(address() + ELSEWHERE, { headers: { 'Accept-Encoding': 'identity' } })
    ).text();
    const [first = 0, second] = sizes;
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(length / 3);
    expect(second).toBe(0);
  });
}, start);

/** The first page has the name of all of it, and every other page also a name of its own. */
const isNamed =
  ({ name }: Scene, all: string) =>
  (title: string): boolean =>
    title.includes(all) && (title === all) === (name === 'home');

/** Matches share a page, whatever they have come to; a wall and the rules are pages of their own. */
function pageOf({ path }: Scene): string {
  const { pathname, searchParams, hash } = new URL(path, 'http://page');
  const match = searchParams.has('match') && pathname === '/' ? 'match' : '';
  return [pathname, match, searchParams.has('wall') ? 'wall' : '', hash.startsWith('#/rules') ? hash : ''].join(' ');
}

const KEPT = 'kept';

/** Goes elsewhere and back. Returns why the browser loaded the page anew, if it did. */
async function wayBack(page: Page): Promise<string> {
  await page.goto(ELSEWHERE);
  await page.goBack({ waitUntil: 'commit' });
  await expect.poll(() => page.evaluate('globalThis.wasKept')).toBeDefined();
  return page.evaluate<string>(WHY);
}

const WHY = `globalThis.wasKept ? '${KEPT}' : JSON.stringify(performance.getEntriesByType('navigation')[0].notRestoredReasons)`;
