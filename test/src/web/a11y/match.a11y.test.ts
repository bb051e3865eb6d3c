/** A whole short match by keys alone, and one by the roles and names that a screen reader has. */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { inBrowser } from '../inBrowser.ts';
import { startPageServer } from '../pageServer.ts';
import { DESK, giveUp, LISTENING, PHONE, untilOpen } from '../people.ts';

const PLAY = 'Play';
const ENDED = /wins|No player wins|draw/;
/** Longer than a tap is ignored after a question has changed. */
const IGNORED_MS = 320;
const MOST_KEYS = 9;
const ENOUGH_TURNS = 30;

inBrowser(startPageServer, ({ signedIn, visit, visitAs }) => {
  test('a whole short match by keys alone, from the first page to the next match', async () => {
    const { page } = await visit('/', DESK);
    await page.getByRole('button', { name: PLAY, exact: true }).waitFor();
    await tabTo(page, PLAY);
    await page.keyboard.press('Enter');
    await toTheEnd(page, {
      play: (turn, moves) => page.keyboard.press(`${(turn % Math.min(MOST_KEYS, moves)) + 1}`),
      confirm: () => page.keyboard.press('Enter'), // the button has the focus
    });
    await tabTo(page, 'Play again');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('heading', { name: ENDED }).count()).toBe(0);
    await movesIn(page).first().waitFor();
  });

  test('a match by roles and names, until it is given up; one polite line a step, urgent only the player’s own question', async () => {
    const { page } = await visit('/about', DESK);
    await page.addInitScript(LISTENING);
    await page.goto('/');
    await page.getByRole('button', { name: /^Flower War/ }).click();
    await page.getByRole('group', { name: 'With whom' }).waitFor();
    await page.getByRole('button', { name: PLAY, exact: true }).last().click();
    await byTheRing(page);
    // A question that has just been answered takes its moves along.
    const click = (button: Locator) => button.click({ timeout: 1000 }).catch(() => {});
    await toTheEnd(page, {
      play: (turn, moves) => (turn < ENOUGH_TURNS ? click(movesIn(page).nth(turn % moves)) : giveUp({ page })),
      confirm: () => click(doIt(page)),
    });
    const said = await heard(page);
    const places = new Set(said.map((line) => line.slice(0, line.indexOf(':'))));
    expect([...places].sort()).toEqual(['polite latest', 'polite result', 'urgent question']);
    expect(said.filter((line) => line.startsWith('polite result'))).toHaveLength(1);
    const told = await tellings(page);
    expect(told.length).toBeGreaterThan(20);
    expect(told.filter((lines) => lines > 1)).toEqual([]);
  });

  test('a key leads to the moves from anywhere in the match, and another one back', async () => {
    const ana = await signedIn('Ana');
    const live = await ana.join(await ana.create({ game: 'tieqchieq', bots: [{ bot: 'greedy' }] }));
    const { page } = await visitAs(ana, `/?match=${live.id}`, { viewport: { width: 360, height: 640 } });
    await movesIn(page).first().waitFor();
    await page.getByRole('button', { name: 'Story' }).click();
    const rules = page.getByRole('link', { name: 'Rules', exact: true });
    const focused = page.locator(':focus');
    await rules.focus();
    await page.keyboard.press('m');
    await expect.poll(() => movesIn(page).first().and(focused).count()).toBe(1);
    await page.keyboard.press('m'); // it stays there, and knows the way back
    await page.keyboard.press('Escape');
    await expect.poll(() => rules.and(focused).count()).toBe(1);
    await page.locator('.match .menu:not(.talk) > summary').click();
    await page.locator('.keys summary').click();
    await page
      .locator('.keys li', { hasText: 'To the moves' })
      .getByRole('button', { name: 'm', exact: true })
      .waitFor();
    live.close();
  });

  test('the rules take the focus, lead to a rule, and give the focus back', async () => {
    const { page } = await visit('/about', DESK);
    const link = page.getByRole('banner').getByRole('link', { name: 'Rules', exact: true });
    const focused = page.locator(':focus');
    for (const goOn of [() => {}, () => page.keyboard.press('Enter')]) {
      await link.focus();
      await page.keyboard.press('Enter');
      const chapter = page.locator('.contents a').nth(2);
      await chapter.focus();
      await goOn();
      await page.keyboard.press('Escape');
      await expect.poll(() => link.and(focused).count()).toBe(1);
    }
    await page.goto('/#/rules/mexica/battle-3');
    const rule = (anchor: string) => page.locator(`#${anchor}`).and(focused);
    await expect.poll(() => rule('battle-3').count()).toBe(1);
    await page.locator('.contents a[href$="/battle-1"]').focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => rule('battle-1').count()).toBe(1);
  });

  test('a link of the menu closes it, and Escape then closes the rules, back to the menu', async () => {
    const { page } = await visit('/about', PHONE);
    const menu = page.getByRole('banner').locator('summary');
    await menu.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('banner').getByRole('link', { name: 'Rules', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    expect(await page.locator('details[open]').count()).toBe(0);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await expect.poll(() => menu.and(page.locator(':focus')).count()).toBe(1);
    await menu.click();
    await page.goto('/about#/rules/mexica'); // the way forward opens the rules above an open menu
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });

  test('the last ten seconds of the player’s own question are told once, and urgently', async () => {
    const ana = await signedIn('Ana');
    const table = { clock: { kind: 'turn', seconds: 60 } } as const;
    const live = await ana.join(await ana.create({ game: 'tieqchieq', bots: [{ bot: 'greedy' }], table }));
    const { page } = await visitAs(ana, '/about', DESK);
    await page.addInitScript(LISTENING);
    await page.clock.install();
    await page.goto(`/?match=${live.id}`);
    await page.getByRole('timer').first().waitFor();
    for (const seconds of [52, 2, 2]) await page.clock.fastForward(seconds * 1000);
    const hurry = async () => (await heard(page)).filter((line) => line.includes('Ten seconds left'));
    await expect.poll(hurry).toEqual(['urgent question: Ten seconds left.']);
    live.close();
  });

  test('a key that is held down presses a button once', async () => {
    const ana = await signedIn('Ana');
    const live = await ana.join(await ana.create({ game: 'flower-war', seats: 2, bots: [{ bot: 'greedy' }] }));
    const { page } = await visitAs(ana, `/?match=${live.id}`, DESK);
    await page.locator('.talk > summary').click();
    await page.locator('.phrases button').first().focus();
    await holdDown(page, 'Enter');
    await page.getByRole('log').getByRole('listitem').first().waitFor();
    await page.locator('.saying input').fill('That is all.');
    await page.keyboard.press('Enter'); // comes after all phrases
    await page.getByRole('log').getByText('That is all.').waitFor();
    expect(await page.getByRole('log').getByRole('listitem').count()).toBe(2);
    await page.keyboard.press('Escape');
    await page.locator('.menu:not(.talk) > summary').click();
    await page.locator('.keys summary').click();
    const key = page.locator('.keys li button').first();
    await key.focus();
    await holdDown(page, 'Enter');
    expect(await key.getAttribute('aria-pressed')).toBe('true');
    live.close();
  });

  test('the focus stays near what was pressed, and Escape from the rules finds it although the question has changed', async () => {
    const ana = await signedIn('Ana');
    const live = await ana.join(await ana.create({ game: 'tieqchieq', bots: [{ bot: 'greedy' }] }));
    const { page } = await visitAs(ana, `/?match=${live.id}`, DESK);
    const focused = page.locator(':focus');
    const inDock = () =>
      expect
        .poll(() =>
          page.locator('.part.moves').filter({ has: focused }).or(page.locator('.part.moves').and(focused)).count(),
        )
        .toBe(1);
    await movesIn(page).first().waitFor();
    await untilOpen(page);
    const asked = live.decision;
    await movesIn(page).first().focus();
    await page.keyboard.press('Enter');
    if ((await doIt(page).count()) > 0) await page.keyboard.press('Enter');
    await expect.poll(() => live.decision).not.toBe(asked);
    await inDock();
    await live.until(() => live.legal.length > 0);
    await page.locator('.question .rule').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await live.play(live.legal[0] ?? '');
    await live.until(() => live.legal.length > 0);
    await page.keyboard.press('1');
    await page.keyboard.press('Escape');
    await inDock();
    await page.locator('.menu:not(.talk) > summary').click();
    await page.locator('.offers button').last().focus();
    await page.keyboard.press('Enter'); // it asks once more, and the button has gone
    await expect.poll(() => page.locator('.offers').and(focused).count()).toBe(1);
    live.close();
  });

  test('a menu closes when the focus goes on, and what comes above the moves is said', async () => {
    const [ana, ben] = await Promise.all([signedIn('Ana'), signedIn('Ben')]);
    const made = await ana.create({ game: 'tieqchieq', seats: 2 });
    const live = await ana.join(made);
    const other = await ben.join(made);
    const { page } = await visitAs(ana, '/about', DESK);
    await page.addInitScript(LISTENING);
    await page.goto(`/?match=${live.id}`);
    await page.locator('.talk > summary').click();
    await page.locator('.seat').first().focus();
    await expect.poll(() => page.locator('.menu[open]').count()).toBe(0);
    await other.offer('pause', 5);
    await expect.poll(async () => (await heard(page)).some((line) => line.includes('pause'))).toBe(true);
    live.close();
    other.close();
  });

  test('what is tapped on the table is said', async () => {
    const ana = await signedIn('Ana');
    const live = await ana.join(await ana.create({ game: 'flower-war', seats: 2, bots: [{ bot: 'greedy' }] }));
    const { page } = await visitAs(ana, '/about', DESK);
    await page.addInitScript(LISTENING);
    await page.goto(`/?match=${live.id}`);
    await untilOpen(page);
    await page.locator('.board .day').nth(3).click();
    const title = (await page.locator('.chosen-thing b').textContent()) ?? '';
    expect(title).not.toBe('');
    await expect.poll(async () => (await heard(page)).some((line) => line.includes(title))).toBe(true);
    live.close();
  });

  test('no key plays a move that is not in sight', async () => {
    const ana = await signedIn('Ana');
    const live = await ana.join(await ana.create({ game: 'tieqchieq', bots: [{ bot: 'greedy' }] }));
    const { page } = await visitAs(ana, `/?match=${live.id}`, PHONE);
    await movesIn(page).first().waitFor();
    await untilOpen(page);
    const asked = live.decision;
    await page.getByRole('button', { name: 'Story' }).click();
    await page.keyboard.press('1');
    await expect.poll(() => movesIn(page).first().and(page.locator(':focus')).count()).toBe(1);
    expect(live.decision).toBe(asked);
    live.close();
  });

  test('the focus is seen at a move, and at a thing that glows', async () => {
    const ana = await signedIn('Ana');
    const live = await ana.join(await ana.create({ game: 'tieqchieq', bots: [{ bot: 'greedy' }] }));
    const { page } = await visitAs(ana, `/?match=${live.id}`, PHONE);
    await movesIn(page).first().waitFor();
    await untilOpen(page);
    await page.keyboard.press('Tab'); // by a key, so that the focus is shown
    const rim = (name: string) => page.evaluate<string>(`(${RING})(document.querySelector('${name}'))`);
    expect(await rim('.move')).toBe('seen');
    await page.locator('.board .open').first().waitFor();
    expect(await rim('.board .open')).toBe('seen');
    live.close();
  });
});

const movesIn = (page: Page) => page.getByRole('list', { name: 'Moves' }).getByRole('button');
const doIt = (page: Page) => page.getByRole('button', { name: /^Do it/ });

/** As a keyboard repeats it. */
async function holdDown(page: Page, key: string): Promise<void> {
  for (let times = 0; times < 4; times++) await page.keyboard.down(key);
  await page.keyboard.up(key);
}

interface Player {
  readonly play: (turn: number, moves: number) => Promise<void>;
  /** Says yes to a move that asks once more. */
  readonly confirm: () => Promise<void>;
}

/** Plays until the match is over, of the moves each time another one. The clock of the page jumps, so that no answer comes too soon. */
async function toTheEnd(page: Page, { play, confirm }: Player): Promise<void> {
  const ending = page.getByRole('heading', { name: ENDED });
  await page.clock.install();
  for (let turn = 0; ; turn++) {
    await movesIn(page).or(doIt(page)).or(ending).first().waitFor();
    if ((await ending.count()) > 0) return;
    await page.clock.fastForward(IGNORED_MS);
    await untilOpen(page);
    const moves = await movesIn(page).count();
    if ((await doIt(page).count()) > 0) await confirm();
    else if (moves > 0) await play(turn, moves);
  }
}

interface Named {
  readonly ariaLabel: string | null;
}

/** Every day says what it is, what lies there and who stands there; a god that is tapped takes an offering, or leaves the moves about it. */
async function byTheRing(page: Page): Promise<void> {
  const ring = page.getByRole('region', { name: 'The ring of twenty days' });
  await movesIn(page).first().waitFor();
  const names = await ring
    .getByRole('button', { name: /skull/ })
    .evaluateAll((days) => days.map((day) => (day as unknown as Named).ariaLabel ?? ''));
  expect(names).toHaveLength(20);
  for (const name of names) expect(name).toMatch(/^\S+, \d+ skulls?(, .+)? \(\w+\)$/);
  expect(names.filter((name) => name.includes('East is here'))).toHaveLength(1);
  await untilOpen(page);
  await ring.getByRole('button', { name: /^War/ }).click();
  await untilOpen(page);
  const onward = doIt(page).or(page.getByRole('button', { name: 'All moves' }));
  // What leaves one cheap move is played at once.
  if ((await onward.count()) > 0)
    await onward
      .first()
      .click({ timeout: 1000 })
      .catch(() => {});
}

/** Whether the thing looks otherwise with the focus, and no list around it cuts what is drawn. */
const RING = `(thing) => {
  const rim = () => ((style) => style.outline + style.outlineOffset)(getComputedStyle(thing));
  document.querySelector('.seat').focus();
  const before = rim();
  thing.focus({ focusVisible: true });
  if (rim() === before) return 'as without the focus';
  return parseFloat(getComputedStyle(thing).outlineOffset) < 0 ? 'seen' : 'cut';
}`;

const MOST_STOPS = 80;

/** The name of what has the focus; nothing while the page as a whole has it. */
const FOCUSED = `((one) => (one.matches('button, a, summary, input, select') ? (one.ariaLabel ?? one.textContent) : ''))(
  document.activeElement)`;

/** Goes on by the tab key to the first thing with these words in its name. */
async function tabTo(page: Page, words: string): Promise<void> {
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    await page.keyboard.press('Tab');
    if ((await page.evaluate<string>(FOCUSED)).includes(words)) return;
  }
  throw new Error(`no stop of the tab key is called "${words}"`);
}

/** How many polite lines each step brought. The result is a line of its own. */
const tellings = (page: Page): Promise<readonly number[]> => page.evaluate('[...globalThis.tellings.values()]');

const heard = (page: Page): Promise<readonly string[]> => page.evaluate('globalThis.heard');
