/** What a browser does with every page: it keeps it for the way back, and asks only once for what it shows. */
import { launch, playByButtons } from '@flower-war/packaging/browser';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { inScenes } from './inBrowser.ts';
import { MOVES, PLAY } from './people.ts';
import { show, windowFor } from './scenes.ts';

/** The pages of matches of other games are the same. */
const ALIKE = ['mexica', 'space-aztecs', 'tieqchieq'];
const ELSEWHERE = '/api/games';

/** The pages with parts that scroll. */
const ON_PAPER = ['rules', 'replay', 'result'];
/** Of the size A4, as browsers print. */
const PAPER = { width: 794, height: 1123 };

inScenes(({ address, browser, scenes }) => {
  const newPage = async (): Promise<Page> => {
    const context = await windowFor(browser(), scenes(), { baseURL: address() });
    await context.addInitScript(`addEventListener('pageshow', ({ persisted }) => { globalThis.wasKept = persisted; })`);
    return context.newPage();
  };

  test('the rules have their title above a match, which gets its own back', async () => {
    const page = await newPage();
    const path = scenes().all.find(({ name }) => name === 'mexica')?.path;
    await show(page, { name: 'rules', path: `${path}#/rules/tieqchieq`, ready: '.book h1' });
    await page.locator('.playing').waitFor({ state: 'attached' });
    expect(await page.title()).toBe('Rules: Tieqchieq · Flower War');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.title()).toBe('Match: Mexica · Flower War');
  });

  test.each(ON_PAPER)('on paper nothing of the page %s stays in a part that scrolls', async (name) => {
    const page = await newPage();
    await show(page, scenes().all.find((scene) => scene.name === name)!);
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize(PAPER);
    expect(await page.evaluate(KEPT_BACK)).toEqual([]);
  });

  test('the way back is not a new load', async () => {
    const page = await newPage();
    const loaded: string[] = [];
    for (const scene of scenes().all.filter(({ name }) => !ALIKE.includes(name))) {
      await show(page, scene);
      const why = await wayBack(page);
      if (why !== KEPT) loaded.push(`${scene.name}: ${why}`);
    }
    expect(loaded).toEqual([]);
  });

  test('a match goes on after the way back', async () => {
    const page = await newPage();
    await page.goto('/');
    await page.click(PLAY);
    await page.locator(MOVES.move).first().waitFor();
    expect(await wayBack(page)).toBe(KEPT);
    const told = await page.locator('.story li').count();
    await playByButtons(page, MOVES, 4);
    await expect.poll(() => page.locator('.story li').count()).toBeGreaterThan(told);
  });

  test('the list of games comes compressed, and only once', async () => {
    const page = await newPage();
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
}, launch);

const KEPT = 'kept';

/** Goes elsewhere and back. Returns why the browser loaded the page anew, if it did. */
async function wayBack(page: Page): Promise<string> {
  await page.goto(ELSEWHERE);
  await page.goBack({ waitUntil: 'commit' });
  await expect.poll(() => page.evaluate('globalThis.wasKept')).toBeDefined();
  return page.evaluate<string>(WHY);
}

const WHY = `globalThis.wasKept ? '${KEPT}' : JSON.stringify(performance.getEntriesByType('navigation')[0].notRestoredReasons)`;

/** What paper would cut: parts that scroll inside, and a layer that would come on each sheet anew, above the page below it. */
const KEPT_BACK = `(() => {
  const all = [...document.querySelectorAll('body *')].filter((part) => part.checkVisibility({ visibilityProperty: true }));
  const scrolls = (part) => part.scrollHeight > part.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(part).overflowY);
  const isCut = (part) => part.matches('.match') && part.scrollHeight > part.clientHeight + 1;
  const isLayer = (part) => part.matches('.layer') && getComputedStyle(part).position === 'fixed';
  const isBelow = (part) => part.matches('.place[inert]');
  return all.filter((part) => scrolls(part) || isCut(part) || isLayer(part) || isBelow(part)).map((part) => part.className);
})()`;
