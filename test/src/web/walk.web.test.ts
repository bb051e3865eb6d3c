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
