/** People play on the page in a real browser, by taps and by keys, in both languages and themes. */
import { playByButtons } from '@flower-war/packaging/browser';
import { expect, test } from 'vitest';
import { inBrowser } from './inBrowser.ts';
import { startPageServer } from './pageServer.ts';
import {
  DESK,
  FEELING,
  giveUp,
  HEARING,
  inviteFriends,
  MOVES,
  overflows,
  PHONE,
  PLAY,
  playByTable,
  untilAudible,
} from './people.ts';

/** Runs in the page: taps each answer as soon as it stands there, and notes how it looks then. */
const TAPPING_AT_ONCE = `(() => {
  globalThis.seen = new Set();
  new MutationObserver(() => {
    const move = document.querySelector('${MOVES.move}');
    if (move === null) return;
    const isFresh = move.getAttribute('aria-disabled') === 'true' && move.checkVisibility();
    if (isFresh) move.click();
    const isBusy = document.querySelector('.move[aria-busy="true"]') !== null;
    globalThis.seen.add((isFresh ? 'fresh' : 'open') + (isBusy ? ' and busy' : ''));
  }).observe(document.body, { subtree: true, childList: true, attributes: true });
})()`;

interface Measured {
  readonly scrollWidth: number;
  readonly clientWidth: number;
}

/** How many moves a person sees from their upper to their lower edge. */
const WHOLE_MOVES = `[...document.querySelectorAll('.part.moves .move')].filter((move) => {
  const { left, top, bottom, width } = move.getBoundingClientRect();
  return [top + 3, bottom - 3].every((y) => move.contains(document.elementFromPoint(left + width / 2, y)));
}).length`;

/** What jumps around the guide from now on, also after a tap. */
const JUMPS = `(() => {
  globalThis.jumps = 0;
  const isBeside = ({ node }) => node?.parentElement?.closest('.guide') === null;
  const add = (list) => {
    for (const { value, sources } of list.getEntries()) if (sources.some(isBeside)) globalThis.jumps += value;
  };
  new PerformanceObserver(add).observe({ type: 'layout-shift' });
})()`;

inBrowser(startPageServer, ({ signedIn, visit, visitAs }) => {
  test('one tap begins a short match against an easy bot, taps play it, and a result leads to the next one', async () => {
    const ana = await visit('/', DESK);
    await ana.page.click(PLAY);
    await ana.page.locator('.question.asked').waitFor();
    await playByButtons(ana.page, MOVES, 1);
    await playByTable(ana);
    await giveUp(ana);
    await expect.poll(() => ana.page.locator('.result tbody tr').count()).toBe(2);
    await ana.page.click('text=Play again');
    await ana.page.locator('.question').waitFor();
    await expect.poll(() => ana.page.locator('.result').count()).toBe(0);
  });

  test('the words of the cards come while the seat is taken, so that moves do not change under the finger', async () => {
    const ana = await visit('/', DESK);
    await ana.page.click(PLAY);
    await ana.page.locator('.question.asked').waitFor();
    const cards = ana.page.waitForRequest(/\/cards$/);
    await ana.page.route(/\/connect$/, async (route) => {
      await cards;
      await route.continue();
    });
    await ana.page.reload();
    await ana.page.locator('.question.asked').waitFor();
  });

  test('the answers to a question that has just come look as if they took no tap, and take none', async () => {
    const ana = await visit('/', DESK);
    await ana.page.evaluate(`localStorage.setItem('flower-war-caution', 'off')`);
    await ana.page.reload();
    await ana.page.click(PLAY);
    await ana.page.locator(MOVES.move).first().waitFor();
    await ana.page.evaluate(TAPPING_AT_ONCE);
    const seen = () => ana.page.evaluate<readonly string[]>('[...globalThis.seen]');
    // On a busy machine the bot may take long, or the next question come with the answer.
    const tap = () => ana.page.locator(`${MOVES.move}:not([aria-disabled="true"])`).first().click();
    const tapAndSee = () => tap().then(seen);
    await expect.poll(tapAndSee, { timeout: 90_000 }).toEqual(expect.arrayContaining(['fresh', 'open']));
    await tap();
    expect(await seen()).not.toContain('fresh and busy');
  });

  test('on a small dark phone in Spanish, nothing overflows; giving up asks once more', async () => {
    const eva = await visit('/', { ...PHONE, locale: 'es-MX' });
    await eva.page.click(PLAY);
    await eva.page.locator('.question.asked').waitFor();
    await expect.poll(() => overflows(eva)).toBe(false);
    await playByButtons(eva.page, MOVES, 3);
    await expect.poll(() => overflows(eva)).toBe(false);
    await eva.page.click('.tab.log');
    await expect.poll(() => eva.page.locator('.story li').count()).toBeGreaterThan(0);
    await eva.page.click('.menu summary');
    await eva.page.click('text=Rendirse');
    await eva.page.click('text=Rendirse para siempre');
    await expect.poll(() => eva.page.textContent('.result h2')).toMatch(/^Gana .* por abandono/);
    const menu = eva.page.locator('.match .menu:not(.talk)');
    const closing = [() => eva.page.keyboard.press('Escape'), () => eva.page.click('.top h1')];
    for (const close of closing) {
      await menu.locator('> summary').click();
      await menu.locator('.choice').first().waitFor();
      await close();
      await expect.poll(() => menu.getAttribute('open')).toBe(null);
      expect(await menu.locator('> summary:focus').count()).toBe(1);
    }
  });

  test('a link brings a friend to a private table, who can change the language, at once in all tabs', async () => {
    const [ana, ben] = await Promise.all([visit('/', DESK), visit('/', PHONE)]);
    await inviteFriends(ana);
    const link = await ana.page.inputValue('.invite input');
    expect(link).toMatch(/\?match=[^&]+&code=/);
    await ben.page.goto(link);
    await ben.page.click('text=Take a seat');
    await Promise.all([ana, ben].map(({ page }) => page.locator('.playing').waitFor()));
    const other = await ben.page.context().newPage();
    await other.goto('/about');
    for (const language of ['es', 'de']) {
      await ben.page.locator('select.language').selectOption(language);
      await expect.poll(() => ben.page.getAttribute('html', 'lang')).toBe(language);
      await expect.poll(() => other.getAttribute('html', 'lang')).toBe(language);
      await ben.page.reload();
      await ben.page.locator('.playing').waitFor();
      await expect.poll(() => ben.page.getAttribute('html', 'lang')).toBe(language);
    }
  });

  test('a phone shakes for the turn, for what is offered and at the end, if the person wants it and less motion is not asked', async () => {
    const ana = await visit('/', PHONE);
    await ana.page.addInitScript(FEELING);
    await ana.page.reload();
    await ana.page.click(PLAY);
    await ana.page.locator('.question.asked').waitFor();
    await playByButtons(ana.page, MOVES, 1);
    const shakes = () => ana.page.evaluate<readonly string[]>('globalThis.shakes');
    expect(await shakes()).toEqual([]);
    const menu = ana.page.locator('.match .menu:not(.talk)');
    const vibration = menu.getByRole('checkbox', { name: /^Vibration/ });
    await menu.locator('> summary').click();
    await vibration.check();
    await ana.page.keyboard.press('Escape');
    const playOn = () => playByButtons(ana.page, MOVES, 1).then(shakes);
    await expect.poll(playOn, { timeout: 60_000 }).toEqual(expect.arrayContaining(['45', '20']));
    await ana.page.emulateMedia({ reducedMotion: 'reduce' });
    const before = (await shakes()).length;
    await playByButtons(ana.page, MOVES, 3);
    expect(await shakes()).toHaveLength(before);
    await menu.locator('> summary').click();
    expect(await vibration.count()).toBe(0);
    await ana.page.keyboard.press('Escape');
    await ana.page.emulateMedia({ reducedMotion: 'no-preference' });
    await giveUp(ana);
    await expect.poll(async () => (await shakes()).at(-1)).toBe('80 60 160');
  });

  test.each(['flower-war', 'mexica', 'space-aztecs'] as const)(
    '%s: on a small phone three moves are in sight below the guide, which opens over the table',
    async (game) => {
      const ana = await signedIn('Ana');
      const made = await ana.create<string>({ game, seats: 2, bots: [{ bot: 'greedy' }] });
      const live = await ana.join<string>(made.match);
      while (live.legal.length < 3)
        await live.play(live.legal[0] ?? '').then(() => live.until(() => live.legal.length > 0));
      const { page } = await visitAs(ana, `/?match=${live.id}`, PHONE);
      await expect.poll(() => page.evaluate<number>(WHOLE_MOVES)).toBeGreaterThanOrEqual(3);
      const note = page.locator('.guide .note');
      const isCut = () => note.evaluate(({ scrollWidth, clientWidth }: Measured) => scrollWidth > clientWidth);
      await expect.poll(isCut).toBe(true);
      await page.evaluate(JUMPS); // the guide has come, which may take longer than the moves
      const { x, y } = (await note.boundingBox()) ?? { x: 0, y: 0 };
      await page.touchscreen.tap(x + 40, y + 8);
      await expect.poll(isCut).toBe(false);
      await page.getByRole('button', { name: 'The whole explanation', expanded: true }).tap();
      await expect.poll(isCut).toBe(true);
      expect(await page.evaluate('globalThis.jumps')).toBeLessThan(0.05);
      live.close();
    },
  );

  test('the only way to move is taken for the player, who may want to be asked, and to hear it', async () => {
    const ana = await visit('/', DESK);
    await ana.page.addInitScript(HEARING);
    await ana.page.reload();
    await ana.page.click(PLAY);
    await ana.page.locator('.question.asked').waitFor();
    await expect.poll(() => ana.page.locator('.move:has-text("Roll the die")').count()).toBe(0);
    const forYou = ana.page.locator('.for-you');
    while ((await forYou.count()) === 0) await playByButtons(ana.page, MOVES, 1);
    await expect.poll(() => forYou.textContent()).toMatch(/^(Rolled|Drawn) for you · change$/);
    await forYou.getByRole('button').click(); // it leads into the menu
    await ana.page.locator('.habits input:focus').waitFor();
    const roll = ana.page.locator('.habits label', { hasText: 'The die is rolled for you' }).locator('input');
    await expect.poll(() => roll.isChecked()).toBe(true);
    await roll.click();
    await expect.poll(() => roll.isChecked()).toBe(false);
    const sounds = () => ana.page.evaluate<readonly string[]>('globalThis.sounds');
    expect(await sounds()).toEqual([]);
    await ana.page.getByLabel('Sounds:').check();
    await untilAudible(ana.page);
    await ana.page.click('.menu summary');
    const asked = ana.page.locator('.move:has-text("Roll the die")');
    while ((await asked.count()) === 0) await playByButtons(ana.page, MOVES, 1);
    await expect.poll(sounds).toContain('sine 587'); // it is the player's turn
  });

  test('habits that are chosen before the match has answered are all kept', async () => {
    const { page } = await visit('/', DESK);
    const held: (() => void)[] = [];
    let isSlow = false;
    await page.routeWebSocket(/./, (near) => {
      const far = near.connectToServer();
      near.onMessage((said) => (isSlow ? void held.push(() => far.send(said)) : far.send(said)));
    });
    await page.reload();
    await page.click(PLAY);
    const boxes = page.locator('.habits input');
    const chosen = () => boxes.evaluateAll((all) => all.map((box) => (box as unknown as { checked: boolean }).checked));
    const open = async () => {
      await page.locator('.question.asked').waitFor();
      await page.click('.menu:not(.talk) > summary');
      await boxes.nth(1).waitFor();
    };
    await open();
    const [first, second, ...others] = await chosen();
    isSlow = true;
    for (const place of [0, 1]) await boxes.nth(place).click();
    expect(await chosen()).toEqual([!first, !second, ...others]);
    await expect.poll(() => held.length).toBeGreaterThan(1);
    isSlow = false;
    for (const send of held) send();
    const kept = async () => {
      await page.reload();
      await open();
      return chosen();
    };
    await expect.poll(kept).toEqual([!first, !second, ...others]);
  });

  test('a player who looks elsewhere is called when it is the turn, in the title and by a notice', async () => {
    const ana = await visit('/', { ...DESK, permissions: ['notifications'] });
    await ana.page.addInitScript(LOOKING_ELSEWHERE);
    await ana.page.reload();
    await ana.page.click(PLAY);
    await ana.page.locator('.question.asked').waitFor();
    await ana.page.click('.menu summary');
    await ana.page.getByRole('button', { name: 'Call me when it is my turn' }).click();
    await ana.page.getByRole('button', { name: 'Do not call me' }).waitFor();
    await ana.page.click('.menu summary');
    expect(await ana.page.title()).not.toContain('●');
    await ana.page.evaluate('globalThis.look(true)');
    await expect.poll(() => ana.page.title()).toMatch(/^● /);
    while ((await ana.page.evaluate<readonly string[]>('globalThis.notices')).length < 2)
      await playByButtons(ana.page, MOVES, 1);
    const notices = await ana.page.evaluate<readonly string[]>('globalThis.notices');
    expect(notices.at(-1)).toBe('It is your move.');
    await ana.page.evaluate('globalThis.look(false)');
    await expect.poll(() => ana.page.title()).not.toContain('●');
  });

  test('a match that waits is in the list of all, and a spectator sees the table', async () => {
    const [ana, ben] = await Promise.all([visit('/', DESK), visit('/', PHONE)]);
    await ana.page.click(PLAY);
    await ana.page.locator('.playing').waitFor();
    await ben.page.locator('.row .button:has-text("Watch")').first().click();
    await ben.page.locator('.ring .pawn').first().waitFor();
    await expect.poll(() => ben.page.locator('.move').count()).toBe(0);
    expect(await ben.page.locator('.tab').first().textContent()).toBe('Story');
    expect(await ben.page.locator('.part.log').innerText()).not.toBe('');
    await ana.page.click('.back');
    await ana.page.locator('.row .button:has-text("Continue")').first().waitFor();
  });

  test('the ring is one stop of the tab key, and arrows follow the way of the tribes', async () => {
    const ana = await visit('/', DESK);
    await ana.page.click(PLAY);
    await ana.page.locator('.day[tabindex="0"]').focus();
    const here = () => ana.page.evaluate<string>('document.activeElement.dataset.day');
    const before = Number(await here());
    await ana.page.keyboard.press('ArrowRight');
    await expect.poll(async () => Number(await here())).toBe((before % 20) + 1);
    await ana.page.keyboard.press('Home');
    await expect.poll(async () => Number(await here())).toBe(before);
    await expect.poll(() => ana.page.locator('.day[tabindex="0"]').count()).toBe(1);
  });

  test('the rules lie above a match, which goes on behind them, and tell its numbers', async () => {
    const ana = await visit('/', DESK);
    await ana.page.click(PLAY);
    await ana.page.locator('.playing').waitFor();
    await ana.page.click('header >> text=Rules');
    await ana.page.locator('.book h1').waitFor();
    await expect.poll(() => ana.page.locator('.playing').count()).toBe(1);
    const setUp = () => ana.page.textContent('#setup-1');
    await expect.poll(setUp).toContain('6 skulls lie on each day. Another 55 skulls form the pool');
    await ana.page.reload(); // the book comes before the match is known
    await expect.poll(setUp).toContain('6 skulls lie on each day.');
    await ana.page.locator('.books .button', { hasText: 'Mexica' }).click();
    await expect.poll(setUp).toContain('13 tokens lie on each day.');
    await ana.page.keyboard.press('Escape');
    await expect.poll(() => ana.page.locator('.layer').count()).toBe(0);
    await ana.page.goto('/#/rules/mexica/battle-3');
    await expect.poll(() => ana.page.locator('.rule.named').isVisible()).toBe(true);
  });

  test('closed rules do not come back by a step back, and those at an address of their own close, too', async () => {
    const { page } = await visit('/about', DESK);
    const close = async () => {
      await page.locator('.book h1').waitFor();
      await page.keyboard.press('Escape');
      await expect.poll(() => page.locator('.layer').count()).toBe(0);
    };
    await page.click('header >> text=Rules');
    await close();
    await page.goBack();
    expect([await page.locator('.layer').count(), new URL(page.url()).pathname]).toEqual([0, '/about']);
    await page.goto('/rules/mexica');
    await close();
    expect(new URL(page.url()).pathname).toBe('/');
  });
});

/** A page that another window hides, and what the system shows of it. */
const LOOKING_ELSEWHERE = `(() => {
  let isAway = false;
  Object.defineProperty(document, 'hidden', { get: () => isAway });
  globalThis.look = (away) => {
    isAway = away;
    document.dispatchEvent(new Event('visibilitychange'));
  };
  globalThis.notices = [];
  const Plain = globalThis.Notification;
  globalThis.Notification = class extends Plain {
    constructor(title, options) {
      super(title, options);
      globalThis.notices.push(options.body);
    }
  };
})()`;
