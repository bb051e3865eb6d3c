/** The examples that are pages: a real browser plays on them. */
import type { Browser, Page } from 'playwright-core';
import { CHROMIUM, hasChromium, launch, openPage, playByButtons } from '../browser/index.ts';
import { Missing, type Steps } from '../steps.ts';
import { buildByEsbuild, buildByVite } from './builders.ts';
import type { Examples } from './folder.ts';
import { followMatches } from './wall.ts';

const BUILDERS = { esbuild: buildByEsbuild, Vite: buildByVite };

/** Builds and serves the pages in both ways of the README, and plays on what is served. */
export async function tryPages(steps: Steps, examples: Examples): Promise<void> {
  const browser = hasChromium ? await launch() : undefined;
  try {
    for (const [name, build] of Object.entries(BUILDERS)) {
      const built = await steps.got(`the pages by ${name}`, () => build(examples));
      if (built === undefined) continue;
      await tryEach(steps, { examples, browser, at: built.url, name });
      await built.close();
    }
  } finally {
    await browser?.close();
  }
}

interface Shown {
  readonly examples: Examples;
  readonly browser: Browser | undefined;
  /** Where the pages are. */
  readonly at: string;
  readonly name: string;
}

type Work = (page: Page, examples: Examples) => Promise<string>;

const PAGES: Readonly<Record<string, Work>> = {
  'page.html': playThroughReload,
  'index.html': playInReact,
  'wall.html': followMatches,
};

async function tryEach(steps: Steps, { examples, browser, at, name }: Shown): Promise<void> {
  const shownBy = async (file: string, work: Work) => {
    if (browser === undefined) throw new Missing(`no browser is at ${CHROMIUM}`);
    const { page, problems } = await openPage(browser, `${at}/${file}?server=${examples.place.url}`);
    const shown = await work(page, examples);
    await page.close();
    if (problems.length > 0) throw new Error(`the page said: ${problems.join('\n')}`);
    return shown;
  };
  const titleOf = (file: string) => `${file === 'index.html' ? 'react/' : file} by ${name}`;
  const all = Object.entries(PAGES);
  await Promise.all(all.map(([file, work]) => steps.try(titleOf(file), () => shownBy(file, work))));
}

async function playThroughReload(page: Page): Promise<string> {
  const buttons = { move: '#moves button', over: '#status:has-text("Over")' };
  await playByButtons(page, buttons, 3);
  await page.reload();
  await playByButtons(page, buttons);
  return resultIn(await page.textContent('#status'));
}

async function playInReact(page: Page): Promise<string> {
  await page.click('button[type=submit]');
  await page.click('text=New match against a bot');
  await playByButtons(page, { move: '.move:enabled', over: '#result' });
  const result = resultIn(await page.textContent('#result'));
  await page.click('text=Back to the list');
  await page.waitForSelector('h1:has-text("Matches")');
  return result;
}

function resultIn(text: string | null): string {
  const [, result] = /^Over: \{"result":"(win|draw)"/.exec(text ?? '') ?? [];
  if (result === undefined) throw new Error(`it shows no result, but: ${text}`);
  return `a match, ${result}`;
}
