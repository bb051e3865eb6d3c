/**
 * Axe looks at every page, narrow and wide, light and dark, and finds nothing serious; each page has a title of its own in both languages,
 * and none jumps while it comes.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { PAGES } from '@flower-war/protocol/pages';
import { inScenes } from '../inBrowser.ts';
import { type Scene, show, windowFor } from '../scenes.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const GRAVE = ['serious', 'critical'];
/** By what people who hear a page find their way in it. */
const ORDER = ['heading-order', 'landmark-one-main', 'page-has-heading-one'];
const FINGERTIP = 44;
const NARROW = { width: 320, height: 640 };
const WIDE = { width: 1920, height: 1080 };

const SIZES = [NARROW, WIDE];
const THEMES = ['light', 'dark'] as const;

/** Every page is seen in each language, size and theme once: colours do not depend on the size. */
const LOOKS = [
  { locale: 'en-GB', site: 'Flower War', viewport: NARROW, colorScheme: 'light' },
  { locale: 'es-MX', site: 'Guerra Florida', viewport: WIDE, colorScheme: 'dark' },
] as const;
/** Beside the scenes: addresses without anything, and pages that say that something is missing. */
const MORE: readonly Scene[] = [
  '/nonsense',
  '/player',
  '/?match=nope',
  '/replay?match=nope',
  '/tournaments?id=nope',
  '/embed/tournaments/nope',
  '/learn?course=nope',
  '/puzzles?id=nope',
].map((path) => ({ name: path, path, ready: 'main :is(h1, h2, [role=alert], .button)' }));

inScenes(({ address, browser, scenes }) => {
  test.each(LOOKS)('nothing serious, and a title of its own, $locale', async ({ locale, site, ...look }) => {
    // Axe is written into the page, which the policy of the page would forbid.
    const context = await windowFor(browser(), scenes(), { locale, baseURL: address(), bypassCSP: true, ...look });
    const page = await context.newPage();
    const found: string[] = [];
    const pagesOf = new Map<string, Set<string>>();
    for (const scene of [...scenes().all, ...MORE]) {
      await show(page, scene);
      await expect.poll(() => page.title(), { message: scene.name }).toSatisfy(isNamed(scene, site));
      const title = await page.title();
      pagesOf.set(title, new Set(pagesOf.get(title)).add(pageOf(scene)));
      await page.evaluate(AXE);
      const faults = [
        ...(await tooSmallOrWide(page)),
        ...(await violations(page)),
        ...(await calledTheSame(page, scene)),
      ];
      found.push(...faults.map((one) => `${scene.name}: ${one}`));
    }
    await context.close();
    expect(found.join('\n')).toBe('');
    expect([...pagesOf].filter(([, pages]) => pages.size > 1)).toEqual([]);
  });

  test('the last seconds of a clock, light and dark', async () => {
    const context = await windowFor(browser(), scenes(), { viewport: NARROW, baseURL: address(), bypassCSP: true });
    const page = await context.newPage();
    for (const scene of scenes().all.filter(({ name }) => name === 'mexica')) await show(page, scene);
    await page.evaluate(AHEAD);
    await page.locator('.time.urgent').first().waitFor();
    await page.evaluate(AXE);
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page)).toEqual([]);
    }
    await context.close();
  });

  test('no page jumps while it comes over a slow line, narrow or wide', async () => {
    expect((await Promise.all(SIZES.map(jumpsIn))).flat()).toEqual([]);
  });

  async function jumpsIn(viewport: (typeof SIZES)[number]): Promise<readonly string[]> {
    const context = await windowFor(browser(), scenes(), { viewport, baseURL: address() });
    const page = await context.newPage();
    const line = await context.newCDPSession(page);
    await line.send('Network.enable');
    await line.send('Network.emulateNetworkConditions', SLOW_LINE);
    const jumps: string[] = [];
    for (const scene of scenes().all) {
      await show(page, scene);
      const jump = await page.evaluate<number>(JUMPS);
      if (jump >= GOOD_JUMP) jumps.push(`${scene.name}, ${viewport.width}: ${jump}`);
    }
    await context.close();
    return jumps;
  }
});

/** The first page has the name of the site, and every other page also a name of its own. */
const isNamed =
  ({ name }: Scene, site: string) =>
  (title: string): boolean =>
    title.includes(site) && (title === site) === (name === 'home');

/** Matches share a page, whatever they have come to, and so does what a frame shows; a wall and the rules are pages of their own. */
function pageOf({ path }: Scene): string {
  const { pathname, searchParams, hash } = new URL(path, 'http://page');
  const match = searchParams.has('match') && pathname === '/' ? 'match' : '';
  return [
    pathname.replace('/embed/tournaments/nope', PAGES.tournaments),
    match,
    searchParams.has('wall') ? 'wall' : '',
    hash.startsWith('#/rules') ? hash : '',
  ].join(' ');
}

/** The clock of a page that is there already jumps three hours, so that every deadline is near. */
const AHEAD = 'const now = Date.now; Date.now = () => now() + 10_800_000';

/** Each answer comes by itself. */
const SLOW_LINE = { offline: false, latency: 100, downloadThroughput: -1, uploadThroughput: -1 };

/** Half of what the web vitals call good. */
const GOOD_JUMP = 0.05;

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
    .filter(({ id, impact }) => GRAVE.includes(impact ?? '') || ORDER.includes(id))
    .flatMap(({ id, nodes }) => nodes.slice(0, 2).map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

/** What may have one name: players who have chosen the same one, the site and the game after which it is called, pictures in the rulebook. */
const ALIKE: readonly RegExp[] = [
  / link .*: - \/url: \/player\?id=/,
  / link (Flower War|Guerra Florida): /,
  /^rules button /,
];

/** Buttons and links with one name that do different things. A screen reader lists them without what stands around them. */
async function calledTheSame(page: Page, scene: Scene): Promise<readonly string[]> {
  const lines = (await page.locator('body').ariaSnapshot()).split('\n');
  const ways = new Map<string, Set<string>>();
  for (const [n, line] of lines.entries()) {
    const [, role, name] = /^\s*- '?(button|link) "((?:[^"\\]|\\.)*)"/.exec(line) ?? [];
    if (name === undefined) continue;
    const way = role === 'link' ? (lines[n + 1]?.trim() ?? '') : `line ${n}`;
    if (ALIKE.some((alike) => alike.test(`${scene.name} ${role} ${name}: ${way}`))) continue;
    ways.set(name, new Set(ways.get(name)).add(way));
  }
  return [...ways].flatMap(([name, all]) => (all.size > 1 ? `called the same: ${name}: ${[...all].join(', ')}` : []));
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
