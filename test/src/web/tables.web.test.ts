/** Whole matches by taps on the table in a real browser, and how the table behaves. */
import { playByButtons } from '@flower-war/packaging/browser';
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { inBrowser } from './inBrowser.ts';
import { startPageServer } from './pageServer.ts';
import {
  DESK,
  giveUp,
  inviteFriends,
  MOVES,
  overflows,
  type Person,
  PHONE,
  restTapping,
  startTapping,
  tapped,
  untilOpen,
  untilResult,
} from './people.ts';

inBrowser(startPageServer, ({ visit }) => {
  test.each([
    ['Space Aztecs', '.aztecs', PHONE],
    ['Tieqchieq', '.walk', DESK],
  ] as const)('%s is played by taps on the table, until the person gives up', async (game, board, screen) => {
    const ana = await visit('/', screen);
    await begin(ana, game);
    await ana.page.locator(board).waitFor();
    await expect.poll(() => overflows(ana)).toBe(false);
    await startTapping(ana, 1);
    await expect.poll(async () => (await tapped(ana)).things, { timeout: 60_000 }).toBeGreaterThan(10);
    await restTapping(ana);
    if ((await ana.page.locator('.result').count()) === 0) await giveUp(ana);
    await expect.poll(() => ana.page.locator('.result tbody tr').count()).toBe(2);
  });

  test('a cheap move asks nothing; a cautious person is asked before each price', async () => {
    const ana = await visit('/', DESK);
    await begin(ana, 'Flower War');
    const told = () => ana.page.locator('.story li').count();
    const offer = ana.page.locator('.move', { hasText: 'Offer to ' }).first();
    await untilMove(ana, 'Offer to ');
    const before = await told();
    await offer.click();
    await expect.poll(told).toBeGreaterThan(before);
    await ana.page.click('.menu:not(.talk) > summary');
    await ana.page.locator('.caution', { hasText: 'Ask once more' }).locator('input').click();
    await ana.page.click('.menu:not(.talk) > summary');
    await untilMove(ana, 'Offer to ');
    await offer.click();
    await ana.page.locator('.one-move').waitFor();
    expect(await ana.page.textContent('.one-move')).toContain('Are you sure?');
    await ana.page.click('.one-move .quiet');
    await expect.poll(() => ana.page.locator('.one-move').count()).toBe(0);
    await expect
      .poll(() => ana.page.locator('.move.pass').first().textContent())
      .toMatch(/You could still make \d+ moves?/);
  });

  test('what shows nothing is taken back by a tap, a key or the menu; several offerings are one tap', async () => {
    const ana = await visit('/', DESK);
    await begin(ana, 'Flower War');
    const undo = ana.page.locator('.undo button');
    const offer = ana.page.locator('.move', { hasText: 'Offer to ' }).first();
    const menu = ana.page.locator('.match .menu:not(.talk) > summary');
    const byMenu = async () => {
      await menu.click();
      await ana.page.getByRole('button', { name: 'Undo my last move' }).click();
      expect(await menu.and(ana.page.locator(':focus')).count()).toBe(1);
    };
    for (const takeBack of [() => undo.click(), () => ana.page.keyboard.press('u'), byMenu]) {
      await untilUndo(ana);
      await takeBack();
      await offer.waitFor();
      await expect.poll(() => undo.count()).toBe(0);
    }
    const left = async () => Number(/left: (\d+)/.exec((await offer.textContent()) ?? '')?.[1] ?? -1);
    for (; (await ana.page.locator('.several button').count()) === 0; ) await playByButtons(ana.page, MOVES, 1);
    const had = (await left()) + 1;
    const times = ana.page.locator('.several p').first().locator('button').first();
    expect(await times.textContent()).toBe('×2');
    const told = () => ana.page.locator('.story p').count();
    const before = await told();
    await untilOpen(ana.page);
    await times.click();
    await expect.poll(told).toBeGreaterThan(before + 3); // two offerings, each with its card, in one step
    if ((await offer.count()) > 0) expect(await left()).toBeLessThan(had - 1);
  });

  test('two presses before the answer take one move back', async () => {
    const ana = await visit('/', DESK);
    const held: (() => void)[] = [];
    let isSlow = false;
    await ana.page.routeWebSocket(/./, (near) => {
      const far = near.connectToServer();
      near.onMessage((said) => (isSlow ? void held.push(() => far.send(said)) : far.send(said)));
    });
    await ana.page.reload();
    await begin(ana, 'Flower War');
    await untilUndo(ana);
    isSlow = true;
    await ana.page.locator('.undo button').dblclick();
    await ana.page.keyboard.press('u');
    await expect.poll(() => held.length).toBeGreaterThan(0);
    isSlow = false;
    for (const send of held) send();
    await ana.page.locator('.move', { hasText: 'Offer to ' }).first().waitFor();
    expect(held).toHaveLength(1);
  });

  test('a whole short match takes one tap for each choice, and hardly one more', { timeout: 600_000 }, async () => {
    const ana = await visit('/', DESK);
    await begin(ana, 'Flower War');
    await startTapping(ana, 3);
    await untilResult(ana);
    const { moves, things } = await tapped(ana);
    const match = new URL(ana.page.url()).searchParams.get('match');
    const record = await ana.page.evaluate<string>(
      `fetch('/api/matches/${match}/record').then((answer) => answer.text())`,
    );
    const own = record.split('\n').filter((line) => /"kind":"move"/.test(line) && /"by":"player"/.test(line)).length;
    expect(own).toBeGreaterThan(10);
    expect(moves + things).toBeGreaterThanOrEqual(own);
    expect(moves + things).toBeLessThan(own * 1.2 + 10);
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

  test('a move at which a person points lights what it is about, and the next question lights nothing', async () => {
    const ana = await visit('/', DESK);
    await begin(ana, 'Flower War');
    const lit = () => ana.page.evaluate<readonly string[]>(LIT);
    await untilMove(ana, 'Offer to Tlaloc');
    const offer = ana.page.locator('.move', { hasText: 'Offer to Tlaloc' });
    await offer.hover();
    await expect.poll(lit).toEqual(['god:rain']);
    await ana.page.locator('.question').hover();
    await expect.poll(lit).toEqual([]);
    await offer.focus();
    await expect.poll(lit).toEqual(['god:rain']);
    await offer.press('Enter');
    await expect.poll(lit).toEqual([]);
  });

  test('on a phone the hand lies under the board, and the end of the turn is in sight', async () => {
    const ana = await visit('/', PHONE);
    await begin(ana, 'Flower War');
    await ana.page.locator('.guide').getByRole('button', { name: 'No more explanations' }).click();
    const [strip, pass] = ['.held-card', '.move.pass'].map((name) => ana.page.locator(name)) as [Locator, Locator];
    while ((await strip.count()) === 0 || (await pass.count()) === 0) await playByButtons(ana.page, MOVES, 1);
    const [board, card] = [await ana.page.locator('.board').boundingBox(), await strip.first().boundingBox()];
    expect(card?.y).toBeGreaterThanOrEqual((board?.y ?? 0) + (board?.height ?? 0));
    expect(card?.height).toBeGreaterThanOrEqual(44);
    const { y = 0, height = 0 } = (await pass.last().boundingBox()) ?? {};
    expect(y + height).toBeLessThanOrEqual(PHONE.viewport.height);
    const title = await strip.first().textContent();
    await untilOpen(ana.page);
    await strip.first().click();
    await expect
      .poll(() => ana.page.locator('.chosen-thing, .part.log').allTextContents())
      .toContainEqual(expect.stringContaining(title?.replace(/ ×\d+$/, '') ?? ''));
  });

  test('on a phone the player who waits sees what just happened, and a swipe shows it to a player who is asked', async () => {
    const ana = await visit('/', PHONE);
    await inviteFriends(ana);
    const ben = await visit(await ana.page.inputValue('.invite input'), PHONE);
    await ben.page.getByRole('button', { name: 'Take a seat' }).click();
    await ben.page.locator('.playing').waitFor();
    await expect.poll(async () => (await Promise.all([ana, ben].map(scrolled))).filter((by) => by > 0)).toHaveLength(1);
    const [asked, waits] = (await scrolled(ana)) > 0 ? [ana, ben] : [ben, ana];
    await asked.page.locator('.part.moves .question').hover();
    await asked.page.mouse.wheel(0, -300);
    await expect.poll(() => scrolled(asked)).toBe(0);
    const move = asked.page.locator(MOVES.move).first();
    const answer = () => move.isVisible().then((isThere) => (isThere ? move.click() : undefined));
    await expect.poll(() => answer().then(() => scrolled(waits))).toBeGreaterThan(0);
    await expect.poll(() => scrolled(asked)).toBe(0);
  });

  test('the pictures and letters of a table come, under the policy of the page', async () => {
    const ana = await visit('/', DESK);
    await begin(ana, 'Flower War');
    for (const drawn of ['.day .sign', '.pawn .art', '.temple > svg', '.god .mask'])
      await expect.poll(() => ana.page.evaluate<number>(widthOf(drawn)), { message: drawn }).toBeGreaterThan(5);
    const letters = () => ana.page.evaluate<string>(LETTERS);
    await expect.poll(letters).toBe('Alegreya Sans 400, Alegreya Sans 700, Almendra 700');
  });

  test('a line of the story leads to its rule', async () => {
    const ana = await visit('/', DESK);
    await begin(ana, 'Tieqchieq');
    await playByButtons(ana.page, MOVES, 1);
    // The answer of the bot brings a question, and that brings the moves back in sight.
    const tap = (what: string) =>
      ana.page
        .locator(what)
        .first()
        .click({ timeout: 500 })
        .catch(() => {});
    const isNamed = async () => {
      await tap('.tab.log');
      await tap('.story .rule');
      return ana.page.locator('.rule.named').isVisible();
    };
    await expect.poll(isNamed, { timeout: 60_000 }).toBe(true);
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
  while ((await page.locator('.move:enabled', { hasText: words }).count()) === 0) await playByButtons(page, MOVES, 1);
}

/** Runs in the page: counts what flies over the table. */
/** How long the style sheet takes for what changes. */
const STEP_TIME = "getComputedStyle(document.querySelector('.temple, .walk')).getPropertyValue('--step-time')";

const LIT = "[...document.querySelectorAll('[data-pointed]')].map(({ dataset }) => dataset.at)";

/** How far what stands beside the board is scrolled. */
const scrolled = ({ page }: Person): Promise<number> =>
  page.locator('.side').evaluate(({ scrollTop }: { readonly scrollTop: number }) => scrollTop);

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

/** Plays until the last move may be taken back: mostly the end of the offerings, with cards in the hand. */
async function untilUndo({ page }: Person): Promise<void> {
  while ((await page.locator('.undo').count()) === 0) {
    await page.locator(MOVES.move).first().waitFor();
    await untilOpen(page);
    const hand = await page.locator('.part.hand .cardface').count();
    const done = page.locator('.move.pass');
    await (hand > 0 && (await done.count()) > 0 ? done.first() : page.locator(MOVES.move).first()).click();
    await untilOpen(page);
    await page.waitForTimeout(COMES_MS);
  }
}

/** The way back comes once it lasts: where a habit answers what follows, there is none. */
const COMES_MS = 400;
