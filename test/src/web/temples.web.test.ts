/** Temples on the page: claimed by the link of a label, and their beads told and settled. */
import { TempleLink } from '@flower-war/client';
import { hasChromium, launch } from '@flower-war/packaging/browser';
import type { Info } from '@flower-war/protocol';
import { claimCode, claimLink } from '@flower-war/protocol/credentials';
import type { Running } from '@flower-war/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPageServer, untilBuilt } from './pageServer.ts';
import { visit } from './people.ts';

const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true, colorScheme: 'dark' } as const;
const TOKEN = 'a-token-for-bridges-alone';
const KEY = '5e'.repeat(32);
const INFO: Info = { v: 1, hw: 'esp32', fw: '1.0', flash: 'wal', ui: ['leds:12'], configRev: 0 };

describe.skipIf(!hasChromium)(`a browser${hasChromium ? '' : ': chromium is not installed'}`, () => {
  let server: Running;
  let link: TempleLink;
  let browser: Awaited<ReturnType<typeof launch>>;
  let at: { readonly baseURL: string };

  beforeAll(async () => {
    server = await startPageServer({ BRIDGE_TOKEN: TOKEN }, { templeKey: KEY });
    link = new TempleLink({ url: server.address, token: TOKEN });
    link.open();
    [browser] = await Promise.all([
      launch(),
      untilBuilt(server),
      new Promise((resolve) => link.on('connected', resolve)),
    ]);
    at = { baseURL: server.address };
  });
  afterAll(async () => {
    await browser.close();
    link.close();
    await server.stop();
  });

  /** What the device of a temple has counted. */
  const count = (temple: string, war: number, rain = 0) =>
    link.ask('observe', { temple, odometer: { v: 1, epoch: 7, war, rain } });
  const labelOf = (temple: string, code = claimCode(KEY, temple)) =>
    claimLink(server.address, temple, code).slice(server.address.length);

  async function claimed(temple: string) {
    await link.ask('info', { temple, info: INFO });
    await count(temple, 10);
    const ana = await visit(browser, labelOf(temple), { ...PHONE, ...at });
    await ana.page.click('text=Make it mine');
    await ana.page.locator('h1:has-text("is yours now")').waitFor();
    return ana;
  }

  test('the code on a label leads to one tap; a bead that waits has its reason and its button', async () => {
    const ana = await claimed('templo-7f3a');
    await ana.page.click('text=To your temples');
    await ana.page.locator('article.own-temple').waitFor();
    await count('templo-7f3a', 12);
    await expect
      .poll(() => ana.page.textContent('.waiting'))
      .toContain('2 war beads wait: the temple counts for no match.');
    await ana.page.click('text=I took 2 out');
    await expect.poll(() => ana.page.locator('.waiting li').count()).toBe(0);
    await expect.poll(() => ana.page.textContent('.beads .war')).toContain('2 dropped: 0 counted, 2 refused');
    expect(ana.problems).toEqual([]);
  });

  test('settings are kept, the log tells all of it, and giving up asks once more', async () => {
    const ana = await claimed('templo-7f3b');
    await ana.page.goto('/temples');
    await ana.page.click('summary:has-text("Settings")');
    await ana.page.fill('input[name="name"]', 'Copal');
    await ana.page.click('text=Save');
    await expect.poll(() => ana.page.textContent('article h2')).toContain('Copal');
    await ana.page.click('summary:has-text("What happened")');
    await expect.poll(() => ana.page.textContent('.log')).toContain('It became yours: by the code on its label');
    await ana.page.click('summary:has-text("Give it away")');
    await ana.page.click('text=Give it up: it has no owner then');
    await ana.page.click('fieldset button.main');
    await expect.poll(() => ana.page.locator('article.own-temple').count()).toBe(0);
    expect(ana.problems).toEqual([]);
  });

  test('a wrong code and a damaged link say what to do, also in Spanish', async () => {
    const eva = await visit(browser, labelOf('templo-7f3c', 'WRONG234'), { ...PHONE, ...at, locale: 'es-MX' });
    await eva.page.click('text=Hacerlo mío');
    await expect.poll(() => eva.page.textContent('main')).toContain('Escribe los ocho caracteres');
    await eva.page.fill('input[name="code"]', claimCode(KEY, 'templo-7f3c'));
    await eva.page.click('form >> text=Hacerlo mío');
    await eva.page.locator('h1:has-text("ya es tuyo")').waitFor();
    await eva.page.goto('/claim?t=templo-7f3c');
    await expect.poll(() => eva.page.textContent('main')).toContain('Este enlace está dañado');
    expect(eva.problems.filter((problem) => !problem.includes('403'))).toEqual([]);
  });

  test('a knock shows its order, and the temple that gets it belongs to the player', async () => {
    await link.ask('info', { temple: 'templo-7f3d', info: INFO });
    await count('templo-7f3d', 0);
    const ana = await visit(browser, '/temples', { ...PHONE, ...at });
    await ana.page.click('text=Show me an order');
    await expect.poll(() => ana.page.locator('.order li').count()).toBe(5);
    const totals = { war: 0, rain: 0 };
    for (const slot of (await ana.page.locator('.order li').allTextContents()) as ('war' | 'rain')[]) {
      totals[slot]++;
      await count('templo-7f3d', totals.war, totals.rain);
    }
    await expect.poll(() => ana.page.textContent('article h2')).toContain('templo-7f3d');
    expect(ana.problems).toEqual([]);
  });

  test('a temple is bound from the menu of a match; too many beads at once wait until the player confirms them', async () => {
    const ana = await claimed('templo-7f3e');
    await ana.page.goto('/');
    await ana.page.click('text=Play now against bots');
    await ana.page.locator('.playing').waitFor();
    await ana.page.click('.match .menu summary');
    await ana.page.click('text=Let it count for me');
    await ana.page.locator('text=It counts here.').waitFor();
    await ana.page.click('.match .menu summary');
    await count('templo-7f3e', 90);
    await ana.page.click('.at-table summary');
    const waiting = ana.page.locator('.at-table .waiting');
    await expect.poll(() => waiting.textContent()).toContain('80 war beads wait: too many came at once');
    await ana.page.click('text=I dropped them all');
    await expect.poll(() => waiting.textContent()).not.toContain('too many came at once');
    await ana.page.click('text=Make offerings on the screen');
    await ana.page.locator('text=Make offerings with the temple').waitFor();
    expect(ana.problems).toEqual([]);
  });
});
