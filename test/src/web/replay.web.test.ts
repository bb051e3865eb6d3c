/** A match is replayed, played on from one of its moments, and proven, in a real browser. */
import type { FlowerWarClient } from '@flower-war/client';
import type { Locator } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { inBrowser } from './inBrowser.ts';
import { startPageServer } from './pageServer.ts';
import { DESK, forgive, overflows, PHONE } from './people.ts';

const SHORT = { game: 'flower-war', options: { length: 'short' }, seats: 2 } as const;
const OPTIONS = {
  'flower-war': { length: 'short' },
  mexica: { length: 'short' },
  'space-aztecs': {},
  tieqchieq: { turnCap: 40 },
} as const;
const GAMES = Object.keys(OPTIONS) as readonly (keyof typeof OPTIONS)[];

inBrowser(startPageServer, ({ signedIn, visit, visitAs }) => {
  let ana: FlowerWarClient;
  /** A match of Flower War that is over. */
  let ended: string;

  beforeAll(async () => {
    ana = await signedIn('Ana');
    ended = await played(ana, 'flower-war');
  });

  /** The page as Ana, who played the match. */
  const asAna = (path: string, options: object) => visitAs(ana, path, options);

  test('from my matches to the replay, to its end and back by keys, and through the eyes of the other seat', async () => {
    const { page } = await asAna('/', DESK);
    await page.click('.row .button:has-text("Replay")');
    const slider = page.locator('input[type="range"]');
    await slider.waitFor();
    await expect.poll(() => page.locator('.eyes option:checked').textContent()).toContain('Ana');
    expect(await lowestOf(page.locator('.film .board'))).toBeLessThan(DESK.viewport.height);
    await slider.focus();
    await page.keyboard.press('End');
    await page.locator('.result h2').waitFor();
    await page.locator('.told-end.luck tbody').waitFor({ state: 'attached' });
    expect(await page.locator('.result .why').count()).toBe(1);
    await page.keyboard.press('Home');
    await expect.poll(() => page.locator('.result').count()).toBe(0);
    await expect.poll(() => page.textContent('span.place')).toMatch(/^1 of \d+$/);
    await page.click('[aria-label="One step on"]');
    await expect.poll(() => page.textContent('span.place')).toMatch(/^2 of/);
    const before = Number(await page.inputValue('input[type="range"]'));
    await page.locator('.eyes select').selectOption('seat:1');
    await expect.poll(() => page.locator('.held .none, .held .cards').count()).toBeGreaterThan(0);
    await expect.poll(async () => Math.abs(Number(await slider.inputValue()) - before)).toBeLessThan(3);
    await page.locator('.eyes select').selectOption('all');
    await expect.poll(() => page.locator('.held h2').count()).toBe(2);
  });

  test('keys are for the rules that lie above it, and the focus stays at a button that leads no farther', async () => {
    const { page } = await asAna(`/replay?match=${ended}&step=3&open`, DESK);
    const place = page.locator('span.place');
    await place.waitFor();
    const step = async () => (await place.textContent())?.split(' ')[0]; // how many there are grows while they come
    await page.evaluate("location.hash = '#/rules/flower-war'");
    await page.locator('.layer h1').waitFor();
    const before = await step();
    for (const key of ['ArrowRight', 'End']) await page.keyboard.press(key);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await step()).toBe(before);
    const first = page.getByRole('button', { name: 'To the start' });
    await first.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => place.textContent()).toMatch(/^1 of/);
    expect(await first.and(page.locator(':focus')).count()).toBe(1);
  });

  test('it plays by itself, and stops when it is paused', async () => {
    const { page } = await asAna(`/replay?match=${ended}`, DESK);
    await page.locator('select[aria-label="Speed"]').selectOption('8');
    await page.click('[aria-label="Play"]');
    await expect.poll(async () => Number(await page.inputValue('input[type="range"]'))).toBeGreaterThan(3);
    await page.click('[aria-label="Pause"]');
    await page.locator('[aria-label="Play"]').waitFor();
  });

  test('a player plays on from a moment, with bots on the other seats', async () => {
    const { page } = await asAna(`/replay?match=${ended}&step=20`, PHONE);
    await page.click('text=Play on from here');
    await page.click('.onward button:has-text("Play on")');
    await page.locator('.playing').waitFor();
    expect(new URL(page.url()).searchParams.get('match')).not.toBe(ended);
  });

  test.each(GAMES)('%s is replayed by strangers too, in Spanish on a phone', async (game) => {
    const match = game === 'flower-war' ? ended : await played(ana, game);
    const eva = await visit(`/replay?match=${match}&step=9`, { ...PHONE, locale: 'es-MX' });
    const slider = eva.page.locator('input[type="range"]');
    await slider.waitFor();
    await expect.poll(() => eva.page.locator('.story p').count()).toBeGreaterThan(0);
    await eva.page.getByRole('checkbox', { name: 'Ocultar lo que viene' }).uncheck();
    await slider.focus();
    await eva.page.keyboard.press('End');
    await eva.page.locator('.result h2').waitFor();
    const isWide = await eva.page.evaluate('document.documentElement.scrollWidth > innerWidth');
    expect(isWide).toBe(false);
  });

  test('before the end each person sees their own side alone', async () => {
    const open = await ana.create({ ...SHORT, bots: [{ bot: 'greedy' }] });
    const live = await ana.join(open);
    await live.until(() => live.legal.length > 0);
    const mine = await asAna('/about', DESK);
    const asked: string[] = [];
    mine.page.on('request', (request) => asked.push(request.url()));
    await mine.page.goto(`/replay?match=${open.match}&as=all`);
    await mine.page.locator('.banner').waitFor();
    await expect.poll(() => mine.page.locator('.eyes option').count()).toBe(2);
    const other = await visit(`/replay?match=${open.match}&as=seat:0`, DESK);
    await other.page.locator('.banner').waitFor();
    await expect.poll(() => other.page.locator('.eyes option').allTextContents()).toEqual(['spectators']);
    await expect.poll(() => other.page.locator('.held').count()).toBe(0);
    expect(asked.filter((url) => /viewer=(all|seat%3A1|seat:1)/.test(url))).toEqual([]);
    live.close();
  });

  test('the record is proven in a worker, with nothing but what the server serves', async () => {
    const { page } = await asAna(`/replay?match=${ended}`, DESK);
    let workers = 0;
    page.on('worker', (thread) => {
      if (!thread.url().includes('thinker')) workers++; // that one thinks about luck
    });
    await page.click('text=Check the dice and the record');
    await page.locator('.verdict').waitFor();
    await expect.poll(() => page.textContent('.verdict')).toBe('This match was played by the rules.');
    await expect.poll(() => page.locator('.checks .passed').count()).toBe(4);
    await expect.poll(() => page.locator('.bytes code').allTextContents()).toHaveLength(4);
    await expect.poll(() => page.textContent('.checks')).toContain('This is the key of this server');
    expect(workers).toBe(1);
  });

  test('without workers and in Spanish it is proven all the same', async () => {
    const eva = await visit('/about', { ...PHONE, locale: 'es-MX' });
    await eva.page.addInitScript(
      "delete globalThis.Worker; Object.defineProperty(Crypto.prototype, 'subtle', { get: () => undefined });",
    );
    await eva.page.goto(`/proof?match=${ended}`);
    await expect.poll(() => eva.page.textContent('.verdict')).toBe('Esta partida se jugó según las reglas.');
  });

  test('the proof of a match that goes on from another asks again for the record of that one', async () => {
    const bots = [{ bot: 'greedy' }, { bot: 'greedy' }] as const;
    const { match } = await ana.history.continue<string>(ended, { seq: 12, bots });
    const live = await ana.watch<string>(match);
    await live.until(() => live.isOver);
    live.close();
    const eva = await visit('/about', { ...DESK, locale: 'de-DE' });
    await eva.page.route(`**/matches/${ended}/record`, (route) => route.abort());
    await eva.page.goto(`/proof?match=${match}`);
    const [told, limit] = [eva.page.getByRole('alert'), eva.page.locator('.banner')];
    await expect.poll(() => told.textContent()).toContain('Der Server antwortet nicht');
    expect(await limit.textContent()).toContain('nicht verglichen');
    await eva.page.unrouteAll();
    await told.getByRole('button').click();
    await expect.poll(() => limit.textContent()).toContain('sagt dasselbe');
    expect(await told.count()).toBe(0);
    forgive(eva, /ERR_FAILED/);
  });

  test('a file with one changed line is refused, and the line is shown', async () => {
    const eva = await visit('/proof', PHONE);
    const lines = (await ana.history.record(ended)).split('\n');
    const changed = lines.map((line, n) => (n === 40 ? line.replace(/"at":\d/, '"at":9') : line)).join('\n');
    const file = (text: string) => ({ name: 'match.jsonl', mimeType: 'text/plain', buffer: Buffer.from(text) });
    await eva.page.setInputFiles('input[type="file"]', file(changed));
    await expect.poll(() => eva.page.textContent('.verdict')).toContain('line 41 does not fit');
    await expect.poll(() => eva.page.textContent('.flaw pre')).toBe(changed.split('\n')[40]);
    await expect.poll(() => eva.page.locator('.checks .failed').count()).toBe(1);
    await eva.page.evaluate("localStorage.setItem('flower-war-language', 'es')");
    await eva.page.reload();
    await eva.page.setInputFiles('input[type="file"]', file(changed));
    await expect.poll(() => eva.page.textContent('.flaw')).toContain('se cambió después');
    await eva.page.setInputFiles('input[type="file"]', file(lines.join('\n')));
    await expect.poll(() => eva.page.textContent('.verdict')).toBe('Esta partida se jugó según las reglas.');
  });

  test('a wall shows who waits, the match without any header, its result, and the way to play', async () => {
    const table = { watching: 'delayed', watchDelaySeconds: 300 } as const;
    const open = await ana.create({ ...SHORT, table });
    const wall = await visit(`/?match=${open.match}&wall`, DESK);
    await wall.page.locator('.gathering .qr').waitFor();
    const over = await visit(`/?match=${ended}&wall`, DESK);
    await over.page.locator('.wall .result').waitFor();
    await over.page.locator('.wall .qr').waitFor();
    await expect.poll(() => over.page.locator('header, .dock, .move').count()).toBe(0);
    await expect.poll(() => overflows(over)).toBe(false);
    await over.page.setViewportSize(PHONE.viewport);
    await expect.poll(() => lowestOf(over.page.locator('.wall .qr'))).toBeLessThan(PHONE.viewport.height);
  });

  test('a wall that is switched on late tells the last steps at once', async () => {
    const { match } = await ana.create(SHORT);
    const people = [await ana.join(match), await (await signedIn('Ben')).join(match)];
    const move = async () => {
      const asked = () => people.find(({ legal }) => legal.length > 0);
      await expect.poll(asked).toBeDefined();
      await asked()?.play(asked()?.legal[0] ?? '');
    };
    for (let n = 0; n < 12; n++) await move();
    const { page } = await visit(`/?match=${match}&wall`, DESK);
    await expect.poll(() => page.locator('.lately li').count()).toBe(5);
    // One step may read as the one before; five do not.
    const lately = () => page.locator('.lately li').allTextContents();
    const before = await lately();
    for (let n = 0; n < 3; n++) await move();
    await expect.poll(lately).not.toEqual(before);
    for (const one of people) one.close();
  });

  test('a wall that was left before the browser had lit it does not stay lit', async () => {
    const { page } = await visit('/about', DESK);
    await page.addInitScript(LIT_LATE);
    await page.goto('/about');
    await page.evaluate("history.pushState(null, '', '/wall?channel'); dispatchEvent(new PopStateEvent('popstate'))");
    await expect.poll(() => page.evaluate('typeof globalThis.light')).toBe('function'); // the page asks to be lit
    await page.goBack();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.evaluate('globalThis.light()');
    await expect.poll(() => page.evaluate('globalThis.isLit')).toBe(false);
  });

  test('a wall stays lit, and goes on to the next match of the same people by itself', async () => {
    const match = await played(ana, 'tieqchieq');
    const { page } = await visit('/about', DESK);
    await page.addInitScript(LIT);
    await page.clock.install();
    await page.goto(`/?match=${match}&wall`);
    await page.locator('.wall .result').waitFor();
    expect(await page.evaluate('globalThis.lit')).toEqual(['screen']);
    const next = await ana.rematch(match);
    await page.getByText('They play again').waitFor();
    // A page that is slow begins to count after it has shown that.
    const later = () => page.clock.fastForward(20_000).then(() => page.url());
    await expect.poll(later, { interval: 500 }).toContain(`match=${next.id}&wall`);
  });

  test('the replay of a long match that runs stays at its step while more is asked for', async () => {
    const { match } = await ana.create<string>({ game: 'tieqchieq', seats: 2, bots: [{ bot: 'random' }] });
    const live = await ana.join<string>(match);
    for (let n = 0; !live.isOver && live.step < 240; n++) {
      await live.play(live.legal[n % live.legal.length] ?? '');
      await live.until(() => live.isOver || live.legal.length > 0);
    }
    const { page } = await visitAs(ana, `/replay?match=${match}&step=220`, PHONE);
    const place = page.locator('.film .place');
    await page.getByRole('button', { name: 'Show the newest moves' }).waitFor();
    const before = await place.textContent();
    expect(live.isOver).toBe(false);
    const rest = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    let pages = 0;
    await page.route('**/steps?*', async (route) => {
      if (pages++ > 0) {
        asked.resolve();
        await rest.promise;
      }
      await route.continue();
    });
    await page.getByRole('button', { name: 'Show the newest moves' }).click();
    await asked.promise;
    await page.evaluate('new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))');
    expect(before).toMatch(/1[1-3]\d/);
    expect(await place.textContent()).toBe(before);
    rest.resolve();
    live.close();
  });

  test('spectators are told how late they see a match', async () => {
    const table = { watching: 'delayed', watchDelaySeconds: 300 } as const;
    const late = await ana.create({ ...SHORT, table, bots: [{ bot: 'greedy' }] });
    const live = await ana.join(late);
    const eva = await visit(`/?match=${late.match}`, DESK);
    await expect.poll(() => eva.page.textContent('.banner')).toContain('5 minutes later than its players');
    live.close();
  });
});

/** Where it ends on the screen. */
async function lowestOf(part: Locator): Promise<number> {
  const { y, height } = (await part.boundingBox()) ?? { y: 0, height: Number.POSITIVE_INFINITY };
  return y + height;
}

/** Writes down what the page keeps lit. */
const LIT = `(() => {
  globalThis.lit = [];
  const { request } = WakeLock.prototype;
  WakeLock.prototype.request = function (what) {
    globalThis.lit.push(what);
    return request.call(this, what);
  };
})()`;

/** The browser lights the screen only when it is told to. */
const LIT_LATE = `(() => {
  WakeLock.prototype.request = () =>
    new Promise((lit) => {
      globalThis.light = () => {
        globalThis.isLit = true;
        lit({ release: () => (globalThis.isLit = false) });
      };
    });
})()`;

/** A short match of Ana against a bot, played to its end. */
async function played(client: FlowerWarClient, game: keyof typeof OPTIONS): Promise<string> {
  const made = { game, options: OPTIONS[game], table: { habits: 'brisk' as const } };
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
