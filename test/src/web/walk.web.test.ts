/** The walk of `npm run do -- web-walk`, for one match: no window shows a fault. */
import { playByButtons } from '@flower-war/packaging/browser';
import { expect, test } from 'vitest';
import { inBrowser } from './inBrowser.ts';
import { startPageServer } from './pageServer.ts';
import { DESK, MOVES, PHONE, PLAY } from './people.ts';
import { faultsOf, WINDOWS } from './walk.ts';

inBrowser(startPageServer, ({ visit }) => {
  test('in every window a first match has no fault', async () => {
    const { page } = await visit('/', { reducedMotion: 'reduce' });
    await page.click(PLAY);
    await page.locator('.question.asked').waitFor();
    await playByButtons(page, MOVES, 1);
    await page.locator(MOVES.move).first().waitFor();
    for (const { name, viewport } of WINDOWS) {
      await page.setViewportSize(viewport);
      await expect.poll(() => faultsOf(page), { message: name }).toEqual([]);
    }
  });

  test.each([
    ['without explanations', 'off', 640],
    ['with explanations', 'on', 640],
    ['on a higher screen', 'off', 740],
  ])('a question about a card leaves all its answers in sight on a German phone, %s', async (_, guide, height) => {
    const { page } = await visit('/', { ...PHONE, viewport: { width: 360, height }, locale: 'de-DE' });
    await page.evaluate(`localStorage.setItem('flower-war-guide', '${guide}')`);
    await page.evaluate(`localStorage.setItem('flower-war-device-match', '${JSON.stringify(ASKED_ABOUT_CARD)}')`);
    await page.goto('/device');
    await page.locator('.question .cardface').waitFor();
    await page.locator('.playing .board :is(.day, .thing)').first().waitFor();
    await expect.poll(() => page.evaluate(NOT_WHOLE)).toEqual([]);
  });

  test.each([
    ['a phone', PHONE],
    ['a desk', DESK],
  ])('with lines, words and letters farther apart the ring on %s still tells all', async (_, options) => {
    const { page } = await visit('/', { ...options, locale: 'de-DE', reducedMotion: 'reduce' });
    await page.click(PLAY);
    await page.locator('.question.asked').waitFor();
    await page.evaluate(SPACED);
    const cut = async () => (await faultsOf(page)).filter(({ what }) => what.startsWith('div.middle'));
    await expect.poll(cut).toEqual([]);
  });
});

/** WCAG 1.4.12, by a style sheet of the person. */
const SPACED = `(() => {
  const sheet = new CSSStyleSheet();
  const text = 'line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important;';
  sheet.replaceSync('* { ' + text + ' } p { margin-bottom: 2em !important; }');
  document.adoptedStyleSheets = [sheet];
})()`;

/** A match as a device keeps it: a bot has drawn a card, against which the person may play another one. */
const ASKED_ABOUT_CARD = {
  game: 'mexica',
  seats: 2,
  level: 'easy',
  seed: 16,
  rulesVersion: 5,
  moves: [
    { seat: 0, move: 'roll', isHabit: true },
    { seat: 0, move: 'end' },
    { seat: 1, move: 'roll' },
    { seat: 1, move: 'offer rain' },
    { seat: 1, move: 'draw' },
  ],
};

/** Of the question, its card and its answers, what is cut. The text of the card may go on below its edge. */
const NOT_WHOLE = `(() => {
  const { top, bottom } = document.querySelector('.part.moves').getBoundingClientRect();
  const edge = Math.min(bottom, innerHeight) + 1;
  const parts = [...document.querySelectorAll('.part.moves :is(.question > p, .cardface > strong, .move)')];
  return parts.filter((part) => {
    const list = part.closest('.move-list, .question').getBoundingClientRect();
    const box = part.getBoundingClientRect();
    return box.top < Math.max(top, list.top) - 1 || box.bottom > Math.min(edge, list.bottom + 1);
  }).map((part) => part.textContent);
})()`;
