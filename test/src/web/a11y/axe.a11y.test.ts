/** Axe looks at every page, narrow and wide, light and dark, in both languages, and finds nothing serious. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inBrowser } from '../inBrowser.ts';
import { type Scenes, setScenes, show, windowFor } from '../scenes.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const GRAVE = ['serious', 'critical'];
const NARROW = { width: 320, height: 640 };
const WIDE = { width: 1920, height: 1080 };

/** Each size, theme and language comes with each other one at least once. */
const WINDOWS = [
  { viewport: NARROW, colorScheme: 'light', locale: 'en-GB' },
  { viewport: NARROW, colorScheme: 'dark', locale: 'es-MX' },
  { viewport: WIDE, colorScheme: 'dark', locale: 'en-GB' },
  { viewport: WIDE, colorScheme: 'light', locale: 'es-MX' },
] as const;

inBrowser(({ address, browser }) => {
  let scenes: Scenes;

  beforeAll(async () => {
    scenes = await setScenes({ address: address() });
  });
  afterAll(() => scenes?.close());

  test.each(WINDOWS)('$viewport.width px, $colorScheme, $locale', async (options) => {
    // Axe is written into the page, which the policy of the page would forbid.
    const context = await windowFor(browser(), scenes, { ...options, baseURL: address(), bypassCSP: true });
    const page = await context.newPage();
    const found: string[] = [];
    for (const scene of scenes.all) {
      await show(page, scene);
      found.push(...(await violations(page)).map((one) => `${scene.name}: ${one}`));
      found.push(...(await sizesIn(page)).map((one) => `${scene.name}: ${one}`));
    }
    await context.close();
    expect(found).toEqual([]);
  });

  test('a fault that was put in is found', async () => {
    const context = await windowFor(browser(), scenes, { baseURL: address(), bypassCSP: true });
    const page = await context.newPage();
    await page.goto('/about');
    await page.locator('main h1').waitFor();
    await page.evaluate(
      `document.querySelector('main').innerHTML += '<p><button></button></p><p style="width: 3000px">wide</p>'`,
    );
    expect(await violations(page)).toEqual([expect.stringContaining('button-name')]);
    expect(await sizesIn(page)).toEqual(['wider than the screen', expect.stringMatching(/^<button><.button>: .* px/)]);
    await context.close();
  });
});

async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  const { violations: all } = await page.evaluate<AxeResults>('axe.run()');
  return all
    .filter(({ impact }) => GRAVE.includes(impact ?? ''))
    .flatMap(({ id, nodes }) => nodes.slice(0, 2).map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

/** A page that is wider than the screen, and buttons that are smaller than a fingertip. Links in a text may be small. */
const sizesIn = (page: Page): Promise<readonly string[]> => page.evaluate(SIZES);

const SIZES = `(() => {
  const wide = document.documentElement.scrollWidth > innerWidth ? ['wider than the screen'] : [];
  const isShown = (one) => one.checkVisibility() && one.closest('[inert]') === null;
  const small = [...document.querySelectorAll('button, summary, .button, select')].filter(isShown).flatMap((one) => {
    const { width, height } = one.getBoundingClientRect();
    const least = one.closest('.board') === null ? 43.5 : 40; // seven squares stand side by side on 320 px
    return width < least || height < least ? [one.outerHTML.slice(0, 90) + ': ' + width + ' x ' + height + ' px'] : [];
  });
  return [...wide, ...small.slice(0, 3)];
})()`;
