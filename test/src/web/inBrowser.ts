/** Tests in a real browser: one browser and one server of the page for all tests of a file. */
import { hasChromium, launch } from '@flower-war/packaging/browser';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import { type PageServer, startPageServer, untilBuilt } from './pageServer.ts';
import { type Person, visit } from './people.ts';

export interface InBrowser {
  readonly address: () => string;
  readonly browser: () => Browser;
  /** A person at the page of this server, in a browser window of their own. */
  readonly visit: (path: string, options?: BrowserContextOptions) => Promise<Person>;
}

/** Without Chromium these tests are skipped, and say so. What a file opens beside it, it opens after and closes before. */
export function inBrowser(
  tests: (opened: InBrowser) => void,
  start: () => Promise<PageServer> = () => startPageServer(),
): void {
  describe.skipIf(!hasChromium)(`a browser${hasChromium ? '' : ': chromium is not installed'}`, () => {
    let server: PageServer;
    let browser: Browser;

    beforeAll(async () => {
      server = await start();
      [browser] = await Promise.all([launch(), untilBuilt(server)]);
    });
    afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));
    afterAll(async () => {
      await browser.close();
      await server.stop();
    });

    tests({
      address: () => server.address,
      browser: () => browser,
      visit: (path, options = {}) => visit(browser, path, { baseURL: server.address, ...options }),
    });
  });
}
