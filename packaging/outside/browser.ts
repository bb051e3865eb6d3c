/** A real browser, and what people do in it. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';

export const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
export const hasChromium = existsSync(CHROMIUM);

/** Chromium without windows and without the services around its pages, which are half of the work. It keeps no page for the way back. */
const SHELL = process.env['CHROMIUM_SHELL'] ?? '/usr/bin/chromium-headless-shell';

const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-sync',
];

/** What the browser of a person does, and Playwright would turn off. */
const USUAL = ['--disable-back-forward-cache'];

export function launch(program = CHROMIUM): Promise<Browser> {
  return chromium.launch({ executablePath: program, args: QUIET, ignoreDefaultArgs: USUAL });
}

/** The whole browser where there is no shell of it. */
export const launchShell = (): Promise<Browser> => launch(existsSync(SHELL) ? SHELL : CHROMIUM);

export interface Opened {
  readonly page: Page;
  /** What the page said as errors. */
  readonly problems: readonly string[];
}

export async function openPage(browser: Browser, url: string): Promise<Opened> {
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  await page.goto(url);
  return { page, problems };
}

export interface Buttons {
  /** Finds the buttons that can be clicked, in the words of CSS. */
  readonly move: string;
  /** Finds something once the match is over. */
  readonly over: string;
}

/** Clicks the first move again and again, so often, or until the match is over. */
export async function playByButtons(page: Page, { move, over }: Buttons, times = Number.MAX_SAFE_INTEGER) {
  for (let played = 0; played < times; ) {
    await page.waitForSelector(`${move}, ${over}`, { state: 'attached' });
    if ((await page.locator(over).count()) > 0) return;
    played += await page.evaluate(clickInPage, { move, most: times - played });
  }
}

interface Clicking {
  readonly move: string;
  readonly most: number;
}

interface PageDocument {
  readonly body: { readonly innerHTML: string };
  querySelector(words: string): { click(): void } | null;
}

/** Runs in the page. It clicks as soon as the page has changed since the last click, until there is no move for a while. */
async function clickInPage({ move, most }: Clicking): Promise<number> {
  const { document } = globalThis as unknown as { readonly document: PageDocument };
  let [clicks, looks, before] = [0, 0, ''];
  for (; clicks < most && looks < 50; looks++) {
    const button = document.querySelector(move);
    if (button !== null && document.body.innerHTML !== before) {
      before = document.body.innerHTML;
      button.click();
      clicks++;
      looks = 0;
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return clicks;
}

export interface Pages {
  readonly url: string;
  close(): void;
}

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };

/** Serves a folder to a browser, from another origin than that of the server that the page plays on. */
export async function serveFolder(folder: string): Promise<Pages> {
  const server = createServer(({ url = '/' }, response) => {
    const file = join(folder, new URL(url, 'http://page').pathname);
    if (!existsSync(file) || !statSync(file).isFile()) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'text/plain' }).end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}
