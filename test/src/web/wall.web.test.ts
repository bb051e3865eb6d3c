/** Walls that choose their match by themselves, and walls of several matches. */
import type { FlowerWarClient, LiveMatch } from '@flower-war/client';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { inBrowser } from './inBrowser.ts';
import { startPageServer } from './pageServer.ts';
import { DESK, forgive, PHONE, seriousAt } from './people.ts';

const SHORT = { game: 'tieqchieq' } as const;
const WITHIN = { timeout: 20_000, interval: 500 };

inBrowser(startPageServer, ({ visit, signedIn }) => {
  const begin = async (first: FlowerWarClient, second: FlowerWarClient, table: object = {}) => {
    const { match, code } = await first.create({ ...SHORT, table });
    const lives: LiveMatch[] = [await first.join(match), await second.join(match, { ...(code && { code }) })];
    await lives[0]!.until(({ table: { status } }) => status === 'running');
    return { match, lives };
  };
  const names = (page: Page) => page.locator('.wall .seats').textContent();

  test('the channel shows a match with people, stays with it to its end, and goes on to the next by itself', async () => {
    const [ana, ben, caro, dani] = await Promise.all(['Ana', 'Ben', 'Caro', 'Dani'].map(signedIn));
    const { page } = await visit('/about', DESK);
    await page.clock.install();
    await page.goto('/wall?channel');
    await page.getByText('No match is being played now.').waitFor();
    expect(await page.title()).toBe('On the big screen · Flower War');
    const secret = await begin(caro!, dani!, { visibility: 'private' });
    const first = await begin(ana!, ben!);
    const later = async () => {
      await page.clock.fastForward(15_000);
      return page.locator('.wall .board').count();
    };
    await expect.poll(later, WITHIN).toBe(1);
    await expect.poll(() => names(page)).toMatch(/Ana.*Ben/s);
    const second = await begin(caro!, dani!);
    for (let n = 0; n < 4; n++) await page.clock.fastForward(15_000);
    expect(await names(page)).toMatch(/Ana.*Ben/s);
    await first.lives[0]!.resign();
    await page.locator('.wall .result').waitFor();
    const turned = async () => {
      await page.clock.fastForward(15_000);
      return names(page);
    };
    await expect.poll(turned, WITHIN).toMatch(/Caro.*Dani/s);
    for (const { lives } of [first, second, secret]) for (const live of lives) live.close();
  });

  test('the channel says that nothing is on only once the server has said so', async () => {
    const person = await visit('/about', DESK);
    const { page } = person;
    forgive(person, /ERR_FAILED/);
    await page.clock.install();
    await page.route('**/api/watch**', (route) => route.abort());
    await page.goto('/wall?channel');
    await page.getByRole('alert').waitFor();
    expect(await page.getByText('No match is being played now.').count()).toBe(0);
    await page.unroute('**/api/watch**');
    await page.clock.fastForward(15_000);
    await page.locator('.wall .gathering, .wall .board').first().waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test('up to four matches share a wall, at a desk and on a screen that stands upright', async () => {
    const [ana, ben] = await Promise.all(['Ana', 'Ben'].map(signedIn));
    const all = [];
    for (let n = 0; n < 5; n++) all.push(await begin(ana!, ben!));
    const address = `/wall?matches=${all.map(({ match }) => match).join(',')}`;
    const { page } = await visit(address, { ...DESK, bypassCSP: true });
    await expect.poll(() => page.locator('.walls .wall .board').count(), WITHIN).toBe(4);
    for (const { viewport } of [DESK, PHONE]) {
      await page.setViewportSize(viewport);
      const { scrollWidth, scrollHeight } = await page.evaluate<{ scrollWidth: number; scrollHeight: number }>(
        '(({ scrollWidth, scrollHeight }) => ({ scrollWidth, scrollHeight }))(document.documentElement)',
      );
      expect([scrollWidth, scrollHeight]).toEqual([viewport.width, viewport.height]);
    }
    expect(await seriousAt(page)).toEqual([]);
    for (const { lives } of all) for (const live of lives) live.close();
  });
});
