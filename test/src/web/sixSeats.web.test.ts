/** A match with six seats on a small phone. */
import type { FlowerWarClient } from '@flower-war/client';
import { playByButtons } from '@flower-war/packaging/browser';
import type { BrowserContextOptions } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { Line } from '../lab/line.ts';
import { inBrowser } from './inBrowser.ts';
import { startPageServer } from './pageServer.ts';
import { forgive, giveUp, MOVES, overflows, type Person, PHONE } from './people.ts';

const TURNS = 6;
/** What a browser says itself of a line that was cut. */
const OF_THE_CUT = /^(Failed to load resource: net::ERR_|WebSocket connection to '.*' failed)/;

const STEPS = '**/api/matches/*/steps?*';
/** What a browser says itself of an answer that there is none. */
const OF_NO_STEPS = /^Failed to load resource: the server responded with a status of 404/;

inBrowser(startPageServer, ({ address, signedIn, visitAs }) => {
  /** Ana at a table with bots, and with a friend who takes their time, if one comes. */
  async function atTable(friend?: FlowerWarClient, options: BrowserContextOptions = {}): Promise<Person> {
    const client = await signedIn('Ana');
    const botSeats = friend === undefined ? [0, 1, 2, 3, 4] : [1, 2, 3, 4];
    const bots = botSeats.map((seat) => ({ bot: 'greedy', seat }) as const);
    const { match } = await client.create<string>({ game: 'flower-war', seats: 6, bots });
    (await client.join(match)).close();
    (await friend?.join(match))?.close();
    const ana = await visitAs(client, `/?match=${match}`, { ...PHONE, isMobile: true, ...options });
    await ana.page.locator('.playing').waitFor();
    return ana;
  }

  /** Whether the seat whose turn it is stands on the screen. */
  const seesTurn = ({ page }: Person): Promise<boolean> =>
    page.evaluate(`[...document.querySelectorAll('.seat.turn')].some((seat) => {
      const { left, right } = seat.getBoundingClientRect();
      return left >= -1 && right <= innerWidth + 1;
    })`);

  test('the page grows to no side, and the seats follow the turn', async () => {
    const ana = await atTable();
    for (let turns = 0; turns < TURNS; turns++) {
      await playByButtons(ana.page, MOVES, 1);
      await ana.page.locator(MOVES.move).first().waitFor({ state: 'attached' });
      expect(await ana.page.evaluate('innerWidth')).toBe(PHONE.viewport.width);
      expect(await overflows(ana)).toBe(false);
      await expect.poll(() => seesTurn(ana)).toBe(true);
    }
  });

  test('who gives up is told so on top of all, is asked no more, and finds a way on, while the match waits for a friend', async () => {
    const ana = await atTable(await signedIn('Ben'));
    await ana.page.locator(MOVES.move).first().waitFor();
    await giveUp(ana);
    await ana.page.getByText('You have given up. The others play on').waitFor();
    expect(await ana.page.getByText('Give up').count()).toBe(0);
    expect(await ana.page.locator('.menu[open]').count()).toBe(0);
    await ana.page.locator('.banner a').first().waitFor();
    await expect.poll(() => ana.page.evaluate(isOnTop('.banner'))).toBe(true);
  });

  test.for([
    [360, 740, 'light'],
    [360, 740, 'dark'],
    [360, 400, 'light'], // here the whole page scrolls
    [740, 360, 'light'],
  ] as const)('who has lost the connection reads so wherever they have scrolled (%ix%i, %s)', async (screen) => {
    const [width, height, colorScheme] = screen;
    const line = await Line.to(address());
    onTestFinished(() => line.close());
    const ana = await atTable(undefined, { baseURL: line.url, viewport: { width, height }, colorScheme });
    await ana.page.locator(MOVES.move).first().waitFor();
    line.close();
    await ana.page.getByText('The connection is lost').waitFor();
    for (const part of ['.move:last-child', '.latest', '.seats', '.move:last-child']) {
      await ana.page.evaluate(`document.querySelector('${part}').scrollIntoView()`);
      expect(await ana.page.evaluate(isOnTop('.banner')), part).toBe(true);
    }
    expect(await ana.page.evaluate(isOnTop('.move:last-child'))).toBe(true);
    expect(await ana.page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    if (height === 740) expect(await overflows(ana)).toBe(false);
    forgive(ana, OF_THE_CUT);
  });

  test.each([
    ['told afterwards', true],
    ['told as missing, where the server does not tell it', false],
  ])('what happened while there was no connection is %s', async (_, isTold) => {
    const line = await Line.to(address());
    onTestFinished(() => line.close());
    const [client, other] = [await signedIn('Ana'), await signedIn('Ben')];
    const { match } = await client.create<string>({ game: 'tieqchieq', seats: 2 });
    const lives = [await client.join<string>(match), await other.join<string>(match)];
    const ana = await visitAs(client, `/?match=${match}`, { ...PHONE, baseURL: line.url });
    await ana.page.locator('.latest').waitFor();
    if (!isTold) await ana.page.route(STEPS, (route) => route.fulfill({ status: 404, json: {} }));
    const answered = ana.page.waitForResponse(STEPS);
    forgive(ana, OF_THE_CUT);
    if (!isTold) forgive(ana, OF_NO_STEPS);
    line.cut();
    await ana.page.getByText('The connection is lost').waitFor();
    await Promise.race(lives.map((live) => live.until(({ legal }) => legal.length > 0)));
    const mover = lives.find(({ legal }) => legal.length > 0);
    expect((await mover?.play(mover.legal[0] ?? ''))?.kind).toBe('accepted');
    line.heal();
    await answered;
    const missing = ana.page.locator('.latest').getByText('Some steps were not seen');
    if (isTold) {
      await ana.page.locator('.latest').getByText('tosses').waitFor();
      expect(await missing.count()).toBe(0);
    } else await missing.waitFor();
    for (const live of lives) live.close();
  });

  test('who waits for people reads that the connection is lost, until it is back', async () => {
    const line = await Line.to(address());
    onTestFinished(() => line.close());
    const client = await signedIn('Ana');
    const { match } = await client.create<string>({ game: 'flower-war', seats: 6 });
    (await client.join(match)).close();
    const ana = await visitAs(client, `/?match=${match}`, { ...PHONE, baseURL: line.url });
    await ana.page.locator('.sitting').waitFor();
    forgive(ana, OF_THE_CUT);
    line.cut();
    await ana.page.getByText('The connection is lost').waitFor();
    line.heal();
    await ana.page.getByText('The connection is lost').waitFor({ state: 'detached' });
  });
});

/** Its first and last line lie on top of all, where a person sees them. */
const isOnTop = (selector: string) => `(() => {
  const part = document.querySelector('${selector}');
  const { left, top, bottom } = part.getBoundingClientRect();
  return [top + 4, bottom - 4].every((y) => part.contains(document.elementFromPoint(left + 8, y)));
})()`;
