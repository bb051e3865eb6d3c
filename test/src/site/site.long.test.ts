/** The site of documents as people read it: narrow and wide, light and dark, by search; and its part for players at /docs of a server. */
import { globSync, mkdtempSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { hasChromium, launch } from '@flower-war/packaging/browser';
import { buildDocs, buildSite, DOCS, type Shown, showSite } from '@flower-war/packaging/site';
import type { Running } from '@flower-war/server';
import { builtOnce, docsFolder } from '@flower-war/web/built';
import type { AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { ROOT } from '../support/program.ts';
import { startPageServer, untilBuilt } from '../web/pageServer.ts';
import { visit } from '../web/people.ts';

const site = { base: '/flower-war/', into: mkdtempSync(join(tmpdir(), 'site-')) };
const NARROW = { width: 360, height: 640 };
const WIDE = { width: 1440, height: 900 };
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const AXE_ALL = '';
/** A page in the dark differs in nothing else, and all have the same colours. */
const AXE_COLOURS = "runOnly: ['color-contrast']";

const pagesIn = (folder: string): readonly string[] => globSync('**/*.html', { cwd: folder });
const textOf = (page: string): string => readFileSync(join(site.into, page), 'utf8');

/** The pages of a folder are made alike, so the longest has what the others have. Axe takes long. */
function longestPages(): readonly string[] {
  const byLength = pagesIn(site.into).toSorted((a, b) => textOf(a).length - textOf(b).length);
  return [...new Map(byLength.map((page) => [dirname(page).split('/')[0], page])).values()];
}

let server: Running;
let shown: Shown;
let browser: Browser;
beforeAll(async () => {
  vi.stubEnv('GITHUB_SERVER_URL', 'https://git.example').stubEnv('GITHUB_REPOSITORY', 'ana/flower-war');
  buildSite({ part: 'all', ...site });
  vi.unstubAllEnvs();
  await builtOnce(docsFolder(ROOT), async (own) => buildDocs(own));
  server = await startPageServer();
  await untilBuilt(server);
  shown = await showSite(site, 0);
  if (hasChromium) browser = await launch();
}, 400_000);
afterEach(() => Promise.all(browser?.contexts().map((context) => context.close()) ?? []));
afterAll(() => Promise.all([browser?.close(), shown.close(), server.stop()]));

describe('the site', () => {
  test('holds every document, the reference of the SDK, every route and the files for programs', () => {
    const pages = pagesIn(site.into);
    expect(pages.length).toBeGreaterThan(globSync('docs/**/*.md', { cwd: ROOT }).length + 20);
    const some = ['rules/es/mexica', 'cards', 'code/CONTRIBUTING', 'code/client-sdk/index', 'http/operator'];
    expect(some.filter((page) => !pages.includes(`${page}.html`))).toEqual([]);
    expect(textOf('reference/index.html')).toContain('id="flowerwarclient"');
    expect(textOf('http/players.html')).toContain('POST /api/guests');
    expect(JSON.parse(textOf('openapi.json'))).toEqual(
      JSON.parse(readFileSync(join(ROOT, 'docs/openapi.json'), 'utf8')),
    );
  });

  test('leads to the repository for what is not a page', () => {
    const slowDisk = 'https://git.example/ana/flower-war/blob/HEAD/test/src/slow-disk/slowDisk.long.test.ts';
    expect(textOf('performance.html')).toContain(`href="${slowDisk}"`);
  });

  test('says whose work is in it', () => {
    for (const name of ['@vue/runtime-dom', 'vitepress', 'minisearch'])
      expect(textOf('libraries.txt')).toContain(`## ${name} `);
    expect(textOf('libraries.txt')).not.toContain('preact');
  });
});

describe.skipIf(!hasChromium)(`in a browser${hasChromium ? '' : ': chromium is not installed'}`, () => {
  test('every page fits a phone and needs no other host', async () => {
    // Scripts move nothing on a page of words, and make each of this many come late.
    const look = { baseURL: shown.url, viewport: NARROW, javaScriptEnabled: false };
    const { page, problems } = await visit(browser, '', look);
    for (const file of pagesIn(site.into)) {
      await page.goto(file); // without scripts, the content is there before its styles
      expect.soft(await isTooWide(page), file).toEqual([]);
    }
    expect(problems).toEqual([]);
  }, 600_000);

  test.each([
    ['light', NARROW, AXE_ALL, 100],
    ['dark', WIDE, AXE_COLOURS, 3],
  ] as const)(
    'the longest page of each folder, %s, has nothing that is serious for axe',
    async (colorScheme, viewport, rules, most) => {
      const { page } = await visit(browser, '', { baseURL: shown.url, viewport, colorScheme, reducedMotion: 'reduce' });
      for (const file of longestPages().slice(0, most)) {
        await page.goto(file);
        expect.soft([...(await isTooWide(page)), ...(await graveIn(page, rules))], file).toEqual([]);
      }
    },
    300_000,
  );

  test('the first page shows the board and leads three ways', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, problems } = await visit(browser, '', { baseURL: shown.url, viewport: NARROW, colorScheme });
      const picture = page.locator('img:visible');
      expect(await picture.evaluateAll(PICTURES)).toEqual([expect.stringContaining(`board-${colorScheme}.webp`)]);
      const ways = { 'Host a server': 'Hosting', 'Connect a temple': 'Temples', 'Build a client': 'Write a client' };
      for (const [way, title] of Object.entries(ways)) {
        await page.getByRole('link').filter({ hasText: way }).click();
        await page.getByRole('heading', { level: 1, name: title }).waitFor();
        await page.goBack();
      }
      expect(problems).toEqual([]);
    }
  });

  test('search finds a rule, a setting and a method, and Spanish pages in Spanish', async () => {
    const { page, problems } = await visit(browser, '', { baseURL: shown.url, viewport: NARROW });
    const rules = await searched(page, 'Search', 'battle loser pays');
    expect(rules.join()).toContain('/rules/en/flower-war.html#battle');
    await page.keyboard.press('Enter');
    await page.waitForURL(rules[0] ?? '');
    expect((await searched(page, 'Search', 'IDLE_DAYS')).join()).toContain('/operating.html#settings');
    await page.keyboard.press('Escape');
    expect((await searched(page, 'Search', 'quickPlay')).join()).toContain('/reference/#quickplay');
    await page.keyboard.press('Escape');
    await page.goto('rules/es/mexica.html');
    const spanish = await searched(page, 'Buscar', 'calaveras');
    expect(spanish.length).toBeGreaterThan(3);
    expect(spanish.filter((link) => !link.includes('/rules/es/'))).toEqual([]);
    expect(problems).toEqual([]);
  });
});

test.skipIf(!hasChromium)(
  'a server shows those for players from the rules of a match, and their pages keep to its policy',
  async () => {
    const { page, problems } = await visit(browser, '/#/rules/mexica', { baseURL: server.address, viewport: NARROW });
    const [opened] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'All documents' }).click(),
    ]);
    await opened.waitForURL(`${server.address}${DOCS}`);
    for (const file of pagesIn(docsFolder(ROOT))) {
      await page.goto(`${DOCS}${file}`);
      for (const viewport of [NARROW, WIDE]) {
        await page.setViewportSize(viewport);
        expect(await isTooWide(page), file).toEqual([]);
      }
    }
    expect((await searched(page, 'Search', 'casual absence')).join()).toContain(`${DOCS}tables.html#absence`);
    expect(problems).toEqual([]);
  },
);

const PICTURES = (all: readonly unknown[]) =>
  (all as { currentSrc: string; naturalWidth: number }[])
    .filter((one) => one.naturalWidth > 0)
    .map((one) => one.currentSrc);

async function isTooWide(page: Page): Promise<readonly string[]> {
  const width = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  return width > 0 ? [`${width} px wider than the screen`] : [];
}

async function graveIn(page: Page, rules: string): Promise<readonly string[]> {
  await page.evaluate(AXE);
  const run = `axe.run({ resultTypes: ['violations'], ${rules} }).then(({ violations }) => ({ violations }))`;
  const { violations } = await page.evaluate<Pick<AxeResults, 'violations'>>(run);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.slice(0, 2).map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

/** Where the results of a search lead. */
async function searched(page: Page, button: string, words: string): Promise<readonly string[]> {
  await page.getByRole('button', { name: button }).click();
  const results = page.locator('.result[href]');
  // The box keeps the words of the search before, and shows what they found.
  await page.getByRole('searchbox').fill('');
  await expect.poll(() => results.count()).toBe(0);
  await page.getByRole('searchbox').fill(words);
  await results.first().waitFor();
  return results.evaluateAll((all) => (all as { href: string }[]).map(({ href }) => href));
}
