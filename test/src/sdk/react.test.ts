/** React draws a match by `useSyncExternalStore`, which stops a page whose snapshots are new objects each time. */
import { fileURLToPath } from 'node:url';
import { CHROMIUM, hasChromium, launch } from '@flower-war/packaging/browser';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Pages, servePage } from '../support/browserPages.ts';
import { house, serveThisFile } from './house.ts';

serveThisFile();

const PAGE = fileURLToPath(new URL('./reactPage.ts', import.meta.url));

describe.skipIf(!hasChromium)(`in Chromium (skipped where there is no ${CHROMIUM})`, () => {
  let pages: Pages;
  let browser: Browser;

  beforeAll(async () => {
    pages = await servePage(PAGE);
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    pages?.close();
  });

  test('a match is drawn from its first move to its last, and only when something changes', async () => {
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && problems.push(message.text()));
    await page.goto(pages.url);
    await page.evaluate((url) => window.sdk.show(url), house.url);
    await page.locator('button').first().waitFor();
    const drawn = await page.evaluate(() => ({ ...window.sdk.drawn }));
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
    expect(await page.evaluate(() => window.sdk.drawn)).toEqual(drawn);
    while ((await page.locator('#table').textContent())?.endsWith('running')) await tap();
    expect(await page.locator('#table').textContent()).toMatch(/^\d+ \d+ connected over$/);
    expect(await page.locator('button').count()).toBe(0);
    expect(problems).toEqual([]);

    /** Taps a move if there is one, as soon as the page has drawn the next step. */
    async function tap(): Promise<void> {
      await page.waitForFunction(
        () =>
          document.querySelector('button') !== null || document.querySelector('#table')?.textContent?.endsWith('over'),
      );
      await page.evaluate(() => document.querySelector('button')?.click());
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 20)));
    }
  });
});

/** The functions above run in the page. */
declare const window: { readonly sdk: typeof import('./reactPage.ts') };
declare const document: { querySelector(selector: string): { textContent: string; click(): void } | null };
