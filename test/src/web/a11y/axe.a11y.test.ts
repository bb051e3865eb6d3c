/** Axe looks at every page, narrow and wide, light and dark, in both languages, and finds nothing serious; no page jumps while it comes. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inBrowser } from '../inBrowser.ts';
import { startTempleServer, type TempleServer } from '../pageServer.ts';
import { type Scenes, setScenes, show, windowFor } from '../scenes.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const GRAVE = ['serious', 'critical'];
const FINGERTIP = 44;
const NARROW = { width: 320, height: 640 };
const WIDE = { width: 1920, height: 1080 };

const SIZES = [NARROW, WIDE];
const THEMES = ['light', 'dark'] as const;

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

  test.each(['en-GB', 'es-MX'])('narrow and wide, light and dark, %s', async (locale) => {
    // Axe is written into the page, which the policy of the page would forbid.
    const context = await windowFor(browser(), scenes, { locale, baseURL: address(), bypassCSP: true });
    const page = await context.newPage();
    const found: string[] = [];
    for (const scene of scenes.all) {
      await show(page, scene);
      await page.evaluate(AXE);
      for (const size of SIZES) {
        await page.setViewportSize(size);
        const note = (all: readonly string[]) =>
          found.push(...all.map((one) => `${scene.name}, ${size.width}: ${one}`));
        note(await tooSmallOrWide(page));
        for (const colorScheme of THEMES) {
          await page.emulateMedia({ colorScheme });
          note(await violations(page));
        }
      }
    }
    await context.close();
    expect(found.join('\n')).toBe('');
  });

  test('the last seconds of a clock, light and dark', async () => {
    const context = await windowFor(browser(), scenes, { viewport: NARROW, baseURL: address(), bypassCSP: true });
    await context.addInitScript(AHEAD);
    const page = await context.newPage();
    for (const scene of scenes.all.filter(({ name }) => name === 'mexica')) await show(page, scene);
    await page.locator('.time.urgent').first().waitFor();
    await page.evaluate(AXE);
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page)).toEqual([]);
    }
    await context.close();
  });

  test.each(SIZES)('on $width px no page jumps while it comes over a slow line', async (viewport) => {
    const context = await windowFor(browser(), scenes, { viewport, baseURL: address() });
    const page = await context.newPage();
    const line = await context.newCDPSession(page);
    await line.send('Network.enable');
    await line.send('Network.emulateNetworkConditions', SLOW_LINE);
    const jumps: string[] = [];
    for (const scene of scenes.all) {
      await show(page, scene);
      const jump = await page.evaluate<number>(JUMPS);
      if (jump >= GOOD_JUMP) jumps.push(`${scene.name}: ${jump}`);
    }
    await context.close();
    expect(jumps).toEqual([]);
  });

  test('a fault that was put in is found', async () => {
    const context = await windowFor(browser(), scenes, { baseURL: address(), bypassCSP: true });
    const page = await context.newPage();
    await page.goto('/about');
    await page.locator('main h1').waitFor();
    await page.evaluate(
      `document.querySelector('main').innerHTML += '<p><button></button></p><p style="width: 3000px">wide</p>'`,
    );
    await page.evaluate(AXE);
    expect(await violations(page)).toEqual([expect.stringContaining('button-name')]);
    expect(await tooSmallOrWide(page)).toEqual([
      'wider than the screen',
      expect.stringMatching(/^<button><.button>: .* px/),
    ]);
    await context.close();
  });
}, start);

/** The clock of the page goes three hours ahead of the server's, so that every deadline is near. */
const AHEAD = 'const now = Date.now; Date.now = () => now() + 10_800_000';

/** Each answer comes by itself. */
const SLOW_LINE = { offline: false, latency: 100, downloadThroughput: -1, uploadThroughput: -1 };

/** What the web vitals call good. */
const GOOD_JUMP = 0.1;

/** The layout shift of the page until the server is asked for nothing more. */
const JUMPS = `new Promise((tell) => {
  let sum = 0;
  const watcher = new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) sum += hadRecentInput ? 0 : value;
  });
  watcher.observe({ type: 'layout-shift', buffered: true });
  const settled = (asked) => {
    const now = performance.getEntriesByType('resource').length;
    if (now > asked) return setTimeout(settled, 500, now);
    requestAnimationFrame(() => requestAnimationFrame(() => tell(sum)));
  };
  settled(0);
})`;

/** What passed is not told, which takes half of the time. */
const RUN = `axe.run({ resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } }).then(({ violations }) => ({ violations }))`;

async function violations(page: Page): Promise<readonly string[]> {
  const { violations: all } = await page.evaluate<Pick<AxeResults, 'violations'>>(RUN);
  return all
    .filter(({ impact }) => GRAVE.includes(impact ?? ''))
    .flatMap(({ id, nodes }) => nodes.slice(0, 2).map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

/** A page that is wider than the screen, and buttons that are smaller than a fingertip. Links in a text may be small. */
const tooSmallOrWide = (page: Page): Promise<readonly string[]> => page.evaluate(TOO_SMALL_OR_WIDE);

const TOO_SMALL_OR_WIDE = `(() => {
  const wide = document.documentElement.scrollWidth > innerWidth ? ['wider than the screen'] : [];
  const takesTaps = (one) => getComputedStyle(one).pointerEvents !== 'none'; // no person touches a wall
  const isShown = (one) => one.checkVisibility() && takesTaps(one) && one.closest('[inert]') === null;
  const small = [...document.querySelectorAll('button, summary, .button, select')].filter(isShown).flatMap((one) => {
    const { width, height } = one.getBoundingClientRect();
    return width < ${FINGERTIP} || height < ${FINGERTIP} ? [one.outerHTML.slice(0, 90) + ': ' + width + ' x ' + height + ' px'] : [];
  });
  return [...wide, ...small.slice(0, 3)];
})()`;
