/** A match is replayed, played on from one of its moments, and proven, in a real browser. */
import { FlowerWarClient } from '@flower-war/client';
import { hasChromium, launch } from '@flower-war/packaging/browser';
import type { Running } from '@flower-war/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPageServer, untilBuilt } from './pageServer.ts';
import { overflows, visit } from './people.ts';

const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true, colorScheme: 'dark' } as const;
const DESK = { viewport: { width: 1280, height: 800 }, colorScheme: 'light' } as const;
const SHORT = { game: 'flower-war', options: { length: 'short' }, seats: 2 } as const;
const GAMES = [
  ['flower-war', 'flower-war', { length: 'short' }],
  ['mexica', 'mexica', { length: 'short' }],
  ['mexica', 'flower-war-early', { length: 'short' }],
  ['space-aztecs', 'space-aztecs', {}],
  ['tieqchieq', 'tieqchieq', { turnCap: 40 }],
] as const;

describe.skipIf(!hasChromium)(`a browser${hasChromium ? '' : ': chromium is not installed'}`, () => {
  let server: Running;
  let browser: Awaited<ReturnType<typeof launch>>;
  let at: { readonly baseURL: string };
  let ana: FlowerWarClient;
  let ended: string;

  beforeAll(async () => {
    server = await startPageServer();
    [browser] = await Promise.all([launch(), untilBuilt(server)]);
    at = { baseURL: server.address };
    ana = new FlowerWarClient({ url: server.address });
    await ana.signIn('Ana');
    ended = await played(ana, 'flower-war', 'flower-war', { length: 'short' });
  });
  afterAll(async () => {
    await browser.close();
    await server.stop();
  });

  /** The page as Ana, who played the match. */
  const asAna = async (path: string, options: object) => {
    const person = await visit(browser, '/about', { ...options, ...at });
    await person.page.evaluate(
      `localStorage.setItem('flower-war-session', ${JSON.stringify(JSON.stringify(ana.session))})`,
    );
    await person.page.goto(path);
    return person;
  };

  test('from my matches to the replay, to its end and back by keys, and through the eyes of the other seat', async () => {
    const { page, problems } = await asAna('/', DESK);
    await page.click('.row .button:has-text("Replay")');
    const slider = page.locator('input[type="range"]');
    await slider.waitFor();
    await expect.poll(() => page.locator('.eyes option:checked').textContent()).toContain('Ana');
    await slider.focus();
    await page.keyboard.press('End');
    await page.locator('.result h2').waitFor();
    await page.keyboard.press('Home');
    await expect.poll(() => page.locator('.result').count()).toBe(0);
    await expect.poll(() => page.textContent('.place')).toMatch(/^1 of \d+$/);
    await page.click('[aria-label="One step on"]');
    await expect.poll(() => page.textContent('.place')).toMatch(/^2 of/);
    const before = Number(await page.inputValue('input[type="range"]'));
    await page.locator('.eyes select').selectOption('seat:1');
    await expect.poll(() => page.locator('.held .none, .held .cards').count()).toBeGreaterThan(0);
    await expect.poll(async () => Math.abs(Number(await slider.inputValue()) - before)).toBeLessThan(3);
    await page.locator('.eyes select').selectOption('all');
    await expect.poll(() => page.locator('.held h3').count()).toBe(2);
    expect(problems).toEqual([]);
  });

  test('it plays by itself, and stops when it is paused', async () => {
    const { page, problems } = await asAna(`/replay?match=${ended}`, DESK);
    await page.locator('select[aria-label="Speed"]').selectOption('8');
    await page.click('[aria-label="Play"]');
    await expect.poll(async () => Number(await page.inputValue('input[type="range"]'))).toBeGreaterThan(3);
    await page.click('[aria-label="Pause"]');
    await page.locator('[aria-label="Play"]').waitFor();
    expect(problems).toEqual([]);
  });

  test('a player plays on from a moment, with bots on the other seats', async () => {
    const { page, problems } = await asAna(`/replay?match=${ended}&step=20`, PHONE);
    await page.click('text=Play on from here');
    await page.click('.onward button:has-text("Play on")');
    await page.locator('.playing').waitFor();
    expect(new URL(page.url()).searchParams.get('match')).not.toBe(ended);
    expect(problems).toEqual([]);
  });

  test.each(GAMES)('%s in the edition %s is replayed by strangers too, in Spanish on a phone', async (...made) => {
    const match = await played(ana, ...made);
    const eva = await visit(browser, `/replay?match=${match}&step=9`, { ...PHONE, ...at, locale: 'es-MX' });
    const slider = eva.page.locator('input[type="range"]');
    await slider.waitFor();
    await expect.poll(() => eva.page.locator('.story p').count()).toBeGreaterThan(0);
    await slider.focus();
    await eva.page.keyboard.press('End');
    await eva.page.locator('.result h2').waitFor();
    const isWide = await eva.page.evaluate('document.documentElement.scrollWidth > innerWidth');
    expect(isWide).toBe(false);
    expect(eva.problems).toEqual([]);
  });

  test('before the end each person sees the own side alone', async () => {
    const open = await ana.create({ ...SHORT, bots: [{ bot: 'greedy' }] });
    const live = await ana.join(open);
    await live.until(() => live.legal.length > 0);
    const asked: string[] = [];
    const mine = await asAna('/about', DESK);
    mine.page.on('request', (request) => asked.push(request.url()));
    await mine.page.goto(`/replay?match=${open.match}&as=all`);
    await mine.page.locator('.banner').waitFor();
    await expect.poll(() => mine.page.locator('.eyes option').count()).toBe(2);
    const other = await visit(browser, `/replay?match=${open.match}&as=seat:0`, { ...DESK, ...at });
    await other.page.locator('.banner').waitFor();
    await expect.poll(() => other.page.locator('.eyes option').allTextContents()).toEqual(['spectators']);
    await expect.poll(() => other.page.locator('.held').count()).toBe(0);
    expect(asked.filter((url) => /viewer=(all|seat%3A1|seat:1)/.test(url))).toEqual([]);
    live.close();
    expect([...mine.problems, ...other.problems]).toEqual([]);
  });

  test('an address without a match, and a match that is not there, are told in words', async () => {
    const eva = await visit(browser, '/replay', { ...DESK, ...at });
    await expect.poll(() => eva.page.textContent('main')).toContain('names no match');
    await eva.page.goto('/replay?match=NONE0000');
    await expect.poll(() => eva.page.textContent('[role="alert"]')).toMatch(/match/);
    await expect.poll(() => overflows(eva)).toBe(false);
  });
});

/** A short match of Ana against a bot, played to its end. */
async function played(client: FlowerWarClient, game: string, preset: string, options: object): Promise<string> {
  const made = { game, preset, options: options as Record<string, string>, table: { habits: 'brisk' as const } };
  const match = await client.create<string>({ ...made, seats: 2, bots: [{ bot: 'greedy' }] });
  const live = await client.join(match);
  for (let n = 0; !live.isOver; n++) {
    const move = live.legal[n % live.legal.length];
    if (move !== undefined) await live.play(move);
    await live.until(() => live.isOver || live.legal.length > 0);
  }
  live.close();
  return match.match;
}
