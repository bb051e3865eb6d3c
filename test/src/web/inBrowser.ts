/** Tests in a real browser: one browser and one server of the page for all tests of a file. */
import type { FlowerWarClient } from '@flower-war/client';
import { hasChromium, launchShell } from '@flower-war/packaging/browser';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import { person } from '../support/api.ts';
import { type PageServer, startTempleServer, type TempleServer, untilBuilt } from './pageServer.ts';
import { type Person, visit } from './people.ts';
import { type Scenes, setScenes } from './scenes.ts';

export interface InBrowser<Server> {
  readonly server: () => Server;
  readonly address: () => string;
  readonly browser: () => Browser;
  /** A person at the page of this server, in a browser window of their own. */
  readonly visit: (path: string, options?: BrowserContextOptions) => Promise<Person>;
  /** A new player, and this player at the page. */
  readonly signedIn: (name: string) => Promise<FlowerWarClient>;
  readonly visitAs: (player: FlowerWarClient, path: string, options?: BrowserContextOptions) => Promise<Person>;
}

/**
 * Without Chromium these tests are skipped, and say so. What a file opens beside it, it opens after and closes before. A test
 * fails if a page that it visits has problems. What the shell of Chromium does not do, a file tests in the whole browser.
 */
export function inBrowser<Server extends PageServer>(
  start: () => Promise<Server>,
  tests: (opened: InBrowser<Server>) => void,
  launch = launchShell,
): void {
  describe.skipIf(!hasChromium)(`a browser${hasChromium ? '' : ': chromium is not installed'}`, () => {
    let server: Server;
    let browser: Browser;
    const visitors: Person[] = [];
    const come = async (path: string, options: BrowserContextOptions) => {
      const visitor = await visit(browser, path, options);
      visitors.push(visitor);
      return visitor;
    };

    beforeAll(async () => {
      server = await start();
      [browser] = await Promise.all([launch(), untilBuilt(server)]);
    });
    afterEach(async () => {
      const problems = visitors.splice(0).flatMap((visitor) => visitor.problems);
      await Promise.all(browser.contexts().map((context) => context.close()));
      expect(problems).toEqual([]);
    });
    afterAll(async () => {
      await browser.close();
      await server.stop();
    });

    tests({
      server: () => server,
      address: () => server.address,
      browser: () => browser,
      visit: (path, options) => come(path, { baseURL: server.address, ...options }),
      signedIn: (name) => person(server.address, name),
      visitAs: ({ session }, path, options = {}) => {
        const { baseURL = server.address } = options;
        const localStorage = [{ name: 'flower-war-session', value: JSON.stringify(session) }];
        const storageState = { cookies: [], origins: [{ origin: new URL(baseURL).origin, localStorage }] };
        return come(path, { ...options, baseURL, storageState });
      },
    });
  });
}

/** The same with every page to look at. */
export function inScenes(
  tests: (opened: InBrowser<TempleServer> & { readonly scenes: () => Scenes }) => void,
  launch = launchShell,
): void {
  const inEach = (opened: InBrowser<TempleServer>) => {
    let scenes: Scenes;
    beforeAll(async () => {
      scenes = await setScenes(opened.server());
    });
    afterAll(() => scenes?.close());
    tests({ ...opened, scenes: () => scenes });
  };
  inBrowser(startTempleServer, inEach, launch);
}
