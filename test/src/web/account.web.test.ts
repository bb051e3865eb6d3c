/** Luck and play in words at the end of a match, the curve in its replay, and replays that hide what comes, in a real browser. */
import type { FlowerWarClient, LiveMatch } from '@flower-war/client';
import { courseOf } from '@flower-war/protocol';
import { engine } from '@flower-war/rules';
import { type Telling, tellingsOf } from '@flower-war/rules/telling';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { inBrowser } from './inBrowser.ts';
import { startPageServer } from './pageServer.ts';
import { DESK, PHONE } from './people.ts';

const GAMES = {
  'flower-war': { length: 'short' },
  'space-aztecs': {},
  tieqchieq: { turnCap: 30 },
} as const;
type Played = keyof typeof GAMES;

/** Writes down what the threads of the page say. */
const OVERHEARING = `(() => {
  globalThis.told = [];
  const Plain = globalThis.Worker;
  globalThis.Worker = class extends Plain {
    constructor(...given) {
      super(...given);
      this.addEventListener('message', ({ data }) => globalThis.told.push(data === undefined ? 'end' : JSON.stringify(data)));
    }
  };
})()`;

/** What made the page jump without a tap. */
const JUMPS = `(() => {
  globalThis.jumps = 0;
  const add = (list) => list.getEntries().forEach(({ value, hadRecentInput }) => (globalThis.jumps += hadRecentInput ? 0 : value));
  new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true });
})()`;
const GOOD_JUMP = 0.05;
const WIDE = { ...DESK, viewport: { width: 1440, height: 900 } } as const;

inBrowser(startPageServer, ({ signedIn, visit, visitAs }) => {
  let ana: FlowerWarClient;
  /** A match of Tieqchieq that Ana has played to its end against a bot. */
  let own: string;

  beforeAll(async () => {
    ana = await signedIn('Ana');
    const made = await ana.create({ game: 'tieqchieq', options: GAMES.tieqchieq, bots: [{ bot: 'greedy' }] });
    const live = (await ana.join(made)) as LiveMatch;
    for (let n = 0; !live.isOver; n++) {
      await live.until(() => live.isOver || live.legal.length > 0);
      if (!live.isOver) await live.play(live.legal[n % live.legal.length] ?? '');
    }
    own = live.id;
    live.close();
  });

  /** A match of bots. */
  const botsPlay = async (game: string, more: object = {}): Promise<string> => {
    const bots = [{ bot: 'greedy' }, { bot: 'greedy' }];
    const { match } = await ana.create<string>({ game, seats: 2, bots, ...more });
    const live = await ana.watch<string>(match);
    await live.until(() => live.isOver);
    live.close();
    return match;
  };

  const tellingOf = async (match: string): Promise<Telling> => {
    const found = await courseOf(await ana.history.record(match), engine);
    if (!found.ok) throw new Error(found.why);
    return [...tellingsOf(found.course)].at(-1) as Telling;
  };

  const place = (page: Page) => page.textContent('span.place');

  test.each(Object.keys(GAMES) as Played[])('%s has the same account in the browser, byte for byte', async (game) => {
    const match = await botsPlay(game, { options: GAMES[game] });
    const { page } = await visit('/about', PHONE);
    await page.addInitScript(OVERHEARING);
    await page.goto(`/replay?match=${match}&open`);
    const heard = () => page.evaluate<string[]>('globalThis.told');
    await expect.poll(async () => (await heard()).at(-1), { timeout: 60_000 }).toBe('end');
    const telling = await tellingOf(match);
    expect(telling.account?.moments.length).toBeGreaterThan(10);
    expect((await heard()).at(-2)).toBe(JSON.stringify(telling));
  });

  test('the end says what was luck and what the play cost, and leads to the moment that weighed most', async () => {
    const { page } = await visitAs(ana, '/about', PHONE);
    await page.addInitScript(JUMPS);
    await page.goto(`/?match=${own}`);
    const luck = page.locator('.told-end.luck');
    await luck.locator('summary').waitFor();
    expect(await page.evaluate('globalThis.jumps')).toBeLessThan(GOOD_JUMP);
    const { account, marks } = await tellingOf(own);
    const text = (await luck.textContent()) ?? '';
    expect(text).toMatch(/You were (un)?lucky: [+−]\d+%\.|Your luck was about even/);
    expect(text).toMatch(/Your play cost \d+%|No choice of yours/);
    await luck.locator('summary').click();
    await expect.poll(() => luck.locator('tbody tr').count()).toBe(account?.seats.length);
    const percent = (value: number) => `${Math.round(Math.abs(value) / 10_000)}%`;
    const [first] = account?.seats ?? [];
    const cells = await luck.locator('tbody tr').first().locator('td').allTextContents();
    expect(cells[0]).toBe(percent(first?.prior.value ?? 0));
    expect(cells[3]).toBe(percent(first?.result ?? 0));
    const mistake = marks[0]?.filter(({ kind }) => kind === 'mistake').toSorted((a, b) => a.by - b.by)[0];
    if (mistake !== undefined) expect(text).toContain('A strong player would look at: ');
    const link = luck.getByRole('link', { name: /^Watch step \d+$/ }).first();
    const step = Number((await link.textContent())?.match(/\d+/)?.[0]);
    await link.click();
    await expect.poll(() => place(page)).toMatch(new RegExp(`^${step} of \\d+$`));
    expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
  });

  test('the curve of a replay leads by keys to its moments, and each says what a strong player would have done', async () => {
    const match = await botsPlay('flower-war', { options: GAMES['flower-war'] });
    const { page } = await visit('/about', WIDE);
    await page.addInitScript(JUMPS);
    await page.goto(`/replay?match=${match}&as=all&open`);
    const marks = page.locator('.marks-worth button');
    await expect.poll(() => marks.count(), { timeout: 60_000 }).toBeGreaterThanOrEqual(3);
    expect(await marks.count()).toBeLessThanOrEqual(5);
    expect(await page.evaluate('globalThis.jumps')).toBeLessThan(GOOD_JUMP);
    const mistake = marks.filter({ hasText: 'Mistake' }).first();
    const step = (await mistake.textContent())?.match(/Step (\d+)/)?.[1];
    await mistake.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => place(page)).toMatch(new RegExp(`^${step} of`));
    await expect.poll(() => page.textContent('.marks-worth p')).toMatch(/A strong player would look at: \S/);
    const { chances } = await tellingOf(match);
    await page.click('.chances summary');
    const shares = await page.locator('.chances tbody tr').last().locator('td').allTextContents();
    expect(shares).toEqual(chances.at(-1)?.by.map((share) => `${share / 10_000}%`));
    expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
  });

  test('the replay of a match of others hides what comes, until the person wants to see it', async () => {
    const { page } = await visit(`/replay?match=${own}&step=9`, PHONE);
    await page.locator('.chances .chart').waitFor();
    const slider = page.locator('.controls input[type="range"]');
    const known = await place(page);
    expect(known).toMatch(/^Step \d+$/);
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/^Step \d+\. /);
    const end = await page.locator('.chart path.line0').getAttribute('d');
    await page.keyboard.press('End');
    await expect.poll(() => place(page)).toBe(known);
    expect(Number(await slider.getAttribute('max'))).toBe(Number(await slider.inputValue()) + 1);
    await page.click('[aria-label="One step on"]');
    await expect.poll(() => page.locator('.chart path.line0').getAttribute('d')).not.toBe(end);
    expect(await page.locator('.marks-worth li').count()).toBeLessThan(2);
    await page.getByRole('checkbox', { name: 'Hide what comes' }).uncheck();
    await expect.poll(() => place(page)).toMatch(/^\d+ of \d+$/);
    await page.reload();
    await expect.poll(() => place(page)).toMatch(/^\d+ of \d+$/);
    const mine = await visitAs(ana, `/replay?match=${own}`, DESK);
    await expect.poll(() => place(mine.page)).toMatch(/^1 of \d+$/);
  });

  test('nothing is told of an edition whose values tell nothing', async () => {
    const match = await botsPlay('mexica', { options: { length: 'short' } });
    const { page } = await visit(`/?match=${match}`, { ...DESK, locale: 'de-DE' });
    await expect.poll(() => page.textContent('.told-end.luck [role="status"]')).toContain('lässt sich nicht sagen');
    expect(await page.locator('.told-end.luck table').count()).toBe(0);
  });
});
