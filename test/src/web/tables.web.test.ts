/** Whole matches by taps on the table in a real browser, and how the table behaves. */
import { playByButtons } from '@flower-war/packaging/browser';
import { expect, test } from 'vitest';
import { inBrowser } from './inBrowser.ts';
import { startPageServer } from './pageServer.ts';
import { DESK, MOVES, overflows, type Person, PHONE, startTapping, tapped } from './people.ts';

inBrowser(startPageServer, ({ visit }) => {
  test.each([
    ['Space Aztecs', '.aztecs', PHONE],
    ['Tieqchieq', '.walk', DESK],
  ] as const)('%s is played to its end by taps on the table', async (game, board, screen) => {
    const ana = await visit('/', screen);
    await begin(ana, game);
    await ana.page.locator(board).waitFor();
    await expect.poll(() => overflows(ana)).toBe(false);
    await startTapping(ana, 1);
    await ana.page.locator('.result').waitFor({ timeout: 90_000 });
    expect((await tapped(ana)).things).toBeGreaterThan(10);
    await expect.poll(() => ana.page.locator('.result tbody tr').count()).toBe(2);
  });

  test('a move that costs something asks once more, and the person may switch that off', async () => {
    const ana = await visit('/', DESK);
    await begin(ana, 'Flower War');
    await untilMove(ana, 'Give ');
    const give = ana.page.locator('.move', { hasText: 'Give ' }).first();
    await give.click();
    await ana.page.locator('.one-move').waitFor();
    expect(await ana.page.textContent('.one-move')).toContain('Are you sure?');
    await ana.page.click('.one-move .quiet');
    await expect.poll(() => ana.page.locator('.one-move').count()).toBe(0);
    const done = ana.page.locator('.move.pass').first();
    await expect.poll(() => done.textContent()).toMatch(/Instead of: .*Give/);
    await ana.page.click('.menu > summary');
    await ana.page.locator('.caution', { hasText: 'Ask once more' }).locator('input').click();
    await ana.page.click('.menu > summary');
    const told = () => ana.page.locator('.story li').count();
    const before = await told();
    await give.click();
    await expect.poll(told).toBeGreaterThan(before);
  });

  test('a key can be changed, and is kept', async () => {
    const ana = await visit('/', DESK);
    await begin(ana, 'Tieqchieq');
    await ana.page.locator('.move').first().waitFor();
    await ana.page.click('.menu > summary');
    await ana.page.click('.keys summary');
    await ana.page.locator('.keys li button').first().click();
    await ana.page.locator('.keys button[aria-pressed="true"]').waitFor();
    await ana.page.keyboard.press('x');
    await expect.poll(() => ana.page.textContent('.keys li >> nth=0')).toBe('Move 1x');
    await ana.page.reload();
    await expect.poll(() => ana.page.getAttribute('.move .key >> nth=0', 'data-key')).toBe('x');
    const taken = () => ana.page.locator('.story li').count();
    const before = await taken();
    await expect.poll(() => ana.page.keyboard.press('x').then(taken)).toBeGreaterThan(before);
  });

  test('things move over the table, unless the person wants none of it', async () => {
    const ana = await visit('/', DESK);
    await begin(ana, 'Tieqchieq');
    await ana.page.evaluate(COUNT_SPRITES);
    const sprites = () => ana.page.evaluate<number>('sprites');
    const stepTime = () => ana.page.evaluate<string>(STEP_TIME);
    await playByButtons(ana.page, MOVES, 2);
    await expect.poll(sprites).toBeGreaterThan(0);
    expect(await stepTime()).toBe('350ms');
    await expect.poll(() => ana.page.locator('.sprites').count()).toBe(0);
    await ana.page.click('.menu > summary');
    await ana.page.locator('.menu .choice label', { hasText: 'Off' }).click();
    await ana.page.click('.menu > summary');
    const before = await sprites();
    await playByButtons(ana.page, MOVES, 2);
    expect(await sprites()).toBe(before);
    expect(await stepTime()).toBe('0ms');
    await ana.page.emulateMedia({ reducedMotion: 'reduce' });
    await ana.page.click('.menu > summary');
    await ana.page.locator('.menu .choice label', { hasText: '2' }).click();
    await ana.page.click('.menu > summary');
    await playByButtons(ana.page, MOVES, 2);
    expect(await sprites()).toBe(before);
    expect(await stepTime()).toBe('0ms');
  });

  test('the pictures and letters of a table come, under the policy of the page', async () => {
    const ana = await visit('/', DESK);
    await begin(ana, 'Flower War');
    for (const drawn of ['.day .sign', '.rack', '.pawn .art', '.temple > svg', '.god .mask'])
      await expect.poll(() => ana.page.evaluate<number>(widthOf(drawn)), { message: drawn }).toBeGreaterThan(5);
    const letters = () => ana.page.evaluate<string>(LETTERS);
    await expect.poll(letters).toBe('Alegreya Sans 400, Alegreya Sans 700, Almendra 700');
  });

  test('a line of the story leads to its rule', async () => {
    const ana = await visit('/', DESK);
    await begin(ana, 'Tieqchieq');
    await playByButtons(ana.page, MOVES, 1);
    const rule = ana.page.locator('.story .rule').first();
    // The answer of the bot brings a question, and that brings the moves back in sight.
    const isTapped = () =>
      rule.click({ timeout: 500 }).then(
        () => true,
        () => false,
      );
    do await ana.page.click('.tab.log');
    while (!(await isTapped()));
    await expect.poll(() => ana.page.locator('.rule.named').isVisible()).toBe(true);
  });

  test('the squares are one stop of the tab key, and arrows go around', async () => {
    const ana = await visit('/', DESK);
    await begin(ana, 'Tieqchieq');
    await ana.page.locator('.walk button[tabindex="0"]').focus();
    const here = () => ana.page.evaluate<string>('document.activeElement.dataset.at');
    const before = await here();
    await ana.page.keyboard.press('ArrowRight');
    await expect.poll(here).not.toBe(before);
    await expect.poll(() => ana.page.locator('.walk button[tabindex="0"]').count()).toBe(1);
  });
});

async function begin({ page }: Person, game: string): Promise<void> {
  await page.locator('.game', { hasText: game }).first().click();
  await page.click('.begin .main');
  await page.locator('.question').waitFor();
}

async function untilMove({ page }: Person, words: string): Promise<void> {
  while ((await page.locator('.move', { hasText: words }).count()) === 0) await playByButtons(page, MOVES, 1);
}

/** Runs in the page: counts what flies over the table. */
/** How long the style sheet takes for what changes. */
const STEP_TIME = "getComputedStyle(document.querySelector('.temple, .walk')).getPropertyValue('--step-time')";

/** A picture that has not come has no width. */
const widthOf = (drawn: string) => `document.querySelector('${drawn} use').getBoundingClientRect().width`;

const LETTERS = `[...document.fonts].filter((font) => font.status === 'loaded' && !font.family.includes('before'))
  .map(({ family, weight }) => family.replaceAll('"', '') + ' ' + weight).sort().join(', ')`;

const COUNT_SPRITES = `{
  globalThis.sprites = 0;
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (node.className === 'sprites') globalThis.sprites++;
  }).observe(document.body, { childList: true });
}`;
