/** The walk finds what it looks for: each kind of fault, planted into a page that has none. */
import { playByButtons } from '@flower-war/packaging/browser';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { inBrowser } from './inBrowser.ts';
import { MOVES } from './people.ts';
import { faultsOf, KINDS, WINDOWS } from './walk.ts';

const PLANTED: Readonly<Record<(typeof KINDS)[number], string>> = {
  sideways: '.latest { width: 200vw; flex: none } .side, .playing, .match { overflow: visible }',
  small: '.tab { min-height: 0; height: 14px }',
  off: '.top .back { position: relative; left: -400px }',
  'no-move': '.part.moves { max-height: 2.5rem; overflow: hidden }',
  cut: '.question { max-width: 4rem; overflow: hidden; white-space: nowrap }',
};

/** The policy of the page allows no style element. */
const plant = (page: Page, css: string): Promise<void> =>
  page.evaluate(`(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(${JSON.stringify(css)});
    document.adoptedStyleSheets = [sheet];
  })()`);

inBrowser(({ visit }) => {
  test('in every window a first match has no fault, and a planted one of each kind is found', async () => {
    const ana = await visit('/', { reducedMotion: 'reduce' });
    await ana.page.click('text=Play now against bots');
    await ana.page.locator('.question.asked').waitFor();
    await playByButtons(ana.page, MOVES, 1);
    await ana.page.locator(MOVES.move).first().waitFor();
    for (const { name, viewport } of WINDOWS) {
      await ana.page.setViewportSize(viewport);
      await expect.poll(() => faultsOf(ana.page), { message: name }).toEqual([]);
      for (const kind of KINDS) {
        await plant(ana.page, PLANTED[kind]);
        const kinds = async () => (await faultsOf(ana.page)).map((fault) => fault.kind);
        await expect.poll(kinds, { message: `${kind} in ${name}` }).toContain(kind);
        await plant(ana.page, '');
      }
    }
  });
});
