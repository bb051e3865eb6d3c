/** A person at the page, in a browser of their own. */
import { playByButtons } from '@flower-war/packaging/browser';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

export const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true, colorScheme: 'dark' } as const;
export const DESK = { viewport: { width: 1280, height: 800 }, colorScheme: 'light' } as const;

export interface Person {
  readonly page: Page;
  /** Errors of the page, what its policy forbids, and requests that leave the server. */
  readonly problems: readonly string[];
}

/** The address of the server lies in the option `baseURL`. */
export async function visit(browser: Browser, path: string, options: BrowserContextOptions): Promise<Person> {
  const context = await browser.newContext({ locale: 'en-GB', ...options });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('request', (request) => {
    if (new URL(request.url()).host !== new URL(options.baseURL ?? '').host) problems.push(`asked ${request.url()}`);
  });
  await page.goto(path);
  return { page, problems };
}

export const MOVES = { move: '.part.moves .move:enabled', over: '.result' } as const;
const THINGS = '.day.open, .god.open, .seat.open';
/** Plays until some move is about a thing on the table, taps this thing, and then the first of its moves. */
export async function playByTable({ page }: Person): Promise<void> {
  while (!(await tapsThing(page))) await playByButtons(page, MOVES, 1);
  await page.locator('.chosen-thing').waitFor();
  // A move that costs something asks once more.
  for (; (await page.locator('.chosen-thing').count()) > 0; await untilOpen(page))
    await page.evaluate(`document.querySelector('${MOVES.move}')?.click()`);
}

/** Taps a thing that some move is about, once the tap before is answered. Says whether there was one. */
async function tapsThing(page: Page): Promise<boolean> {
  await untilOpen(page);
  const things = page.locator(THINGS);
  if ((await things.count()) === 0) return false;
  return things
    .first()
    .click({ timeout: 1000 })
    .then(
      () => true,
      () => false,
    );
}

/** A tap that comes before the answer to the one before, or too soon after a question, does nothing. */
export async function untilOpen(page: Page): Promise<void> {
  await page.locator('[aria-busy="true"], .fresh').first().waitFor({ state: 'detached' });
}

/** Whether the page is wider or higher than the screen. */
export const overflows = ({ page }: Person): Promise<boolean> => page.evaluate(OVERFLOWS);

const OVERFLOWS = `(({ scrollWidth, scrollHeight }) => scrollWidth > innerWidth || scrollHeight > innerHeight)(
  document.documentElement)`;
