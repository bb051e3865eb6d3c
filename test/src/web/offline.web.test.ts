/** The page goes on without a network: what was opened, lessons, puzzles, and matches on the device. */
import { readFileSync } from 'node:fs';
import type { FlowerWarClient } from '@flower-war/client';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { inBrowser } from './inBrowser.ts';
import { cut, GONE, keptIn, playedBy, untilKept, WORKING } from './keeping.ts';
import { startPageServer } from './pageServer.ts';
import { DESK, forgive, PHONE, PLAY, startTapping, untilResult } from './people.ts';

inBrowser(startPageServer, ({ signedIn, visit, visitAs }) => {
  let ana: FlowerWarClient;
  let ended: string;
  beforeAll(async () => {
    ana = await signedIn('Ana');
    ended = await playedBy(ana);
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

  test('the first page comes by itself, or by one press, once the network is back', async () => {
    const person = await visit('/', PHONE);
    const { page } = person;
    forgive(person, /ERR_FAILED/);
    await page.locator(PLAY).waitFor(); // a browser that is no player yet has another first page
    for (const back of [
      () => page.evaluate("dispatchEvent(new Event('online'))"),
      () => page.click('text="Try again"'),
    ]) {
      await page.route('**/api/**', (route) => route.abort());
      await page.goto('/');
      await page.locator('.offline').waitFor();
      await page.unroute('**/api/**');
      await back();
      await page.locator(PLAY).waitFor();
    }
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

  test('two tabs show one match on this device: what one plays is seen in the other, and lost in none', async () => {
    const { page } = await visit('/device', DESK);
    await page.click('label:has-text("Tieqchieq")');
    await page.click('text="Play"');
    await page.locator('.playing .move:enabled').first().waitFor();
    const other = await page.context().newPage();
    await other.goto('/device');
    for (const [tab, seer] of [
      [page, other],
      [other, page],
      [page, other],
    ] as const) {
      await tab.bringToFront();
      for (let n = 0; n < 3; n++) await tapOn(tab);
      await expect.poll(() => Promise.all([tab, seer].map(told)).then(([a, b]) => a === b)).toBe(true);
    }
    const before = await movesKept(page);
    expect(before).toBeGreaterThan(9);
    await page.reload();
    await expect.poll(() => movesKept(other)).toBeGreaterThanOrEqual(before);
    await page.locator('.menu > summary').click();
    await page.getByRole('button', { name: 'Another match' }).click();
    await other.locator('.invitation').waitFor();
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

  test('a match that was played to its end on this device is replayed, proven and saved there, without a network', {
    timeout: 400_000,
  }, async () => {
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
    await untilResult(person);
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
    await page.getByRole('link', { name: 'Save as a file' }).click({ timeout: 20_000 }); // says before the other what hinders it
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
});

/** So long a bot waits before it acts; here it waits no longer than it must. */
const QUICK_BOTS = `(() => {
  const later = globalThis.setTimeout;
  globalThis.setTimeout = (act, ms, ...told) => later(act, ms === 600 ? 0 : ms, ...told);
})()`;

const movesKept = (page: Page): Promise<number> =>
  page.evaluate("JSON.parse(localStorage.getItem('flower-war-device-match')).moves.length");

async function tapOn(page: Page): Promise<void> {
  const before = await movesKept(page);
  await page.locator('.playing .move:enabled').first().click();
  await expect.poll(() => movesKept(page)).toBeGreaterThan(before);
}

/** What stands on the table. */
const told = (page: Page): Promise<string> => page.locator('.board').innerText();
