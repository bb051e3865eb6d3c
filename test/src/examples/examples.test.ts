/** The examples on the SDK, each on a real server: pages in a real browser, programs as programs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FlowerWarClient } from '@flower-war/client';
import type { Running } from '@flower-war/server';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { playByButtons } from '../support/browser/buttons.ts';
import {
  bundleForPage,
  CHROMIUM,
  hasChromium,
  launch,
  openPage,
  type Pages,
  servePages,
} from '../support/browser/chromium.ts';
import { testServer } from '../support/server.ts';
import { EXAMPLES, runExample } from './running.ts';

let server: Running;

beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server?.stop());

describe('bot.ts', () => {
  test('plays a match against a bot to its end', async () => {
    const { code, out, problems } = await runExample('bot.ts', server.address, 'tieqchieq');
    expect(problems).toBe('');
    expect(out).toMatch(/^playing tieqchieq in the match \w+, at seat \d\nover: \{"result":"(win|draw)"/);
    expect(code).toBe(0);
  });

  test('sits down in a match that it is told', async () => {
    const client = new FlowerWarClient({ url: server.address });
    await client.signIn('Itzel');
    const { match } = await client.create({ game: 'tieqchieq', options: { turnCap: 20 }, bots: [{ bot: 'random' }] });
    const { out } = await runExample('bot.ts', server.address, '--match', match);
    expect(out).toContain(`in the match ${match}, `);
    expect((await client.match(match)).status).toBe('ended');
  });

  test('tells a server that is not there', async () => {
    const { code, problems } = await runExample('bot.ts', 'http://127.0.0.1:1');
    expect(problems).toContain('does not answer');
    expect(code).toBe(1);
  });
});

describe.skipIf(!hasChromium)(`in Chromium (skipped where there is no ${CHROMIUM})`, () => {
  let pages: Pages;
  let browser: Browser;

  beforeAll(async () => {
    pages = await servePages(await files());
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    pages?.close();
  });

  const open = (page: string) => openPage(browser, `${pages.url}/${page}?server=${server.address}`);

  test('page.html plays a match, also after a reload in the middle', async () => {
    const { page, problems } = await open('page.html');
    const buttons = { move: '#moves button', over: '#status:has-text("Over")' };
    await playByButtons(page, buttons, 3);
    await page.reload();
    await playByButtons(page, buttons);
    expect(await page.textContent('#status')).toMatch(/^Over: \{"result":"(win|draw)"/);
    expect(problems).toEqual([]);
  });

  test('react/ signs in without a name, lists matches, and plays one to its end', async () => {
    const { page, problems } = await open('react/index.html');
    await page.click('button[type=submit]');
    await page.click('text=New match against a bot');
    await playByButtons(page, { move: '.move:enabled', over: '#result' });
    expect(await page.textContent('#result')).toMatch(/^Over: \{"result":"(win|draw)"/);
    await page.click('text=Back to the list');
    await page.waitForSelector('h1:has-text("Matches")');
    expect(problems).toEqual([]);
  });

  test('wall.html shows the matches that run, follows them, and takes down those that ended', async () => {
    const client = new FlowerWarClient({ url: server.address });
    await client.signIn('Ana');
    const hidden = await client.join(
      await client.create({ game: 'tieqchieq', table: { visibility: 'private' }, bots: [{ bot: 'random' }] }),
    );
    const [one, other] = [await newMatch(client), await newMatch(client)];
    const { page, problems } = await open('wall.html');
    const shown = () => page.locator('article').count();
    await expect.poll(shown).toBe(2);
    const words = () => page.locator('article p').allTextContents();
    await expect.poll(words).toHaveLength(2);
    const before = (await words()).join();
    await one.until(({ legal }) => legal.length > 0);
    await one.play(one.legal[0] ?? '');
    await expect.poll(async () => (await words()).join()).not.toBe(before);
    await one.resign();
    await expect.poll(shown).toBe(1);
    expect(problems).toEqual([]);
    for (const live of [hidden, one, other]) live.close();
  });
});

async function newMatch(client: FlowerWarClient) {
  const options = { startPlayer: 'host' } as const;
  return client.join(await client.create({ game: 'tieqchieq', options, bots: [{ bot: 'random' }] }));
}

/** The pages as they stand; what `npm install` and a bundler would make beside them. */
async function files(): Promise<Readonly<Record<string, string>>> {
  const page = (name: string) => readFileSync(join(EXAMPLES, name), 'utf8');
  const library = (path: string) => readFileSync(join(EXAMPLES, '../node_modules', path), 'utf8');
  const inPages = [...page('page.html').matchAll(/"\.(\/node_modules\/[^"]+)"/g)].map(([, path = '']) => path);
  const [client = '', ...libraries] = inPages;
  const external = ['@colyseus/schema', 'msgpackr/unpack'];
  const define = { 'process.env.NODE_ENV': '"development"' };
  return {
    '/page.html': page('page.html'),
    '/wall.html': page('wall.html'),
    '/react/index.html': page('react/index.html'),
    '/react/main.js': await bundleForPage(join(EXAMPLES, 'react/main.tsx'), { jsx: 'automatic', define }),
    [client]: await bundleForPage(join(EXAMPLES, '../client-sdk/src/index.ts'), { external }),
    ...Object.fromEntries(libraries.map((path) => [path, library(path.slice('/node_modules/'.length))])),
  };
}
