/** The walk of `npm run do -- web-walk`, for one match: no window shows a fault. */
import { playByButtons } from '@flower-war/packaging/browser';
import { expect, test } from 'vitest';
import { inBrowser } from './inBrowser.ts';
import { startPageServer } from './pageServer.ts';
import { MOVES, PLAY } from './people.ts';
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
});
