/** The SDK in a real browser: bundled like any frontend, from another origin, through a network failure. */
import { fileURLToPath } from 'node:url';
import type { LiveMatch } from '@flower-war/client';
import { CHROMIUM, hasChromium, launch } from '@flower-war/packaging/browser';
import { verify } from '@flower-war/protocol';
import { engine } from '@flower-war/rules';
import type { Running } from '@flower-war/server';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Pages, servePage } from '../support/browserPages.ts';
import { testServer } from '../support/server.ts';

const SDK = fileURLToPath(new URL('../../../client-sdk/src/index.ts', import.meta.url));

describe.skipIf(!hasChromium)(`in Chromium (skipped where there is no ${CHROMIUM})`, () => {
  let server: Running;
  let pages: Pages;
  let browser: Browser;

  beforeAll(async () => {
    server = await testServer();
    pages = await servePage(SDK);
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    pages?.close();
    await server?.stop();
  });

  test('a page of another origin plays a match to its end, and the record holds what it added to the dice', async () => {
    const { page, problems } = await open();
    const played = await page.evaluate(playMatch, server.address);
    expect(played.result).toMatch(/^(win|draw)$/);
    const verdict = await verify(played.record, engine);
    expect(verdict).toMatchObject({ ok: true, contributors: [0] });
    expect(played.record).toContain(played.contribution);
    expect(problems).toEqual([]);
  });

  test('a page that was offline comes back by itself', async () => {
    const { page } = await open();
    await page.evaluate(startMatch, server.address);
    await page.context().setOffline(true);
    await page.waitForFunction(() => !window.live?.isConnected);
    const answered = page.evaluate(async () => (await window.live?.play('toss'))?.kind);
    await page.context().setOffline(false);
    expect(await answered).toBe('accepted');
  });

  async function open(): Promise<{ page: Page; problems: string[] }> {
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    await page.goto(pages.url);
    return { page, problems };
  }
});

type Sdk = typeof import('@flower-war/client');
declare global {
  interface Window {
    readonly sdk: Sdk;
    live?: LiveMatch | undefined;
  }
  // The functions below run in the page.
  const window: Window;
}

async function playMatch(url: string) {
  const client = new window.sdk.FlowerWarClient({ url });
  await client.signIn('Browser');
  const match = await client.create({ game: 'tieqchieq', bots: [{ bot: 'random' }], options: { turnCap: 40 } });
  const live = await client.join(match);
  while (!live.isOver) {
    const [move] = live.legal;
    if (move !== undefined) await live.play(move);
    await live.until(({ isOver, legal }) => isOver || legal.length > 0);
  }
  const record = await client.history.record(live.id);
  live.close();
  return { result: live.table.result.result, record, contribution: live.fairness.contribution ?? 'none' };
}

async function startMatch(url: string): Promise<void> {
  const client = new window.sdk.FlowerWarClient({ url });
  await client.signIn();
  const match = await client.create({ game: 'tieqchieq', bots: [{ bot: 'random' }], options: { startPlayer: 'host' } });
  window.live = await client.join(match);
}
