/**
 * npm run do -- web-shots [--out FOLDER] [--only NAME] [--lang es]: a picture of each page on a phone, a desk and a wall, light and
 * dark, for people who look at them.
 */

import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch } from '@flower-war/packaging/browser';
import { commandLine } from '@flower-war/protocol/command-line';
import { LANGUAGE_NAMES } from '@flower-war/words/all';
import { startTempleServer, untilBuilt } from '../../src/web/pageServer.ts';
import { SCENE_NAMES, setScenes, show, windowFor } from '../../src/web/scenes.ts';

const SIZES = {
  phone: { width: 360, height: 640 },
  desk: { width: 1280, height: 800 },
  wall: { width: 1920, height: 1080 },
} as const;
const SETTLED_MS = 400;

const { values } = commandLine({
  name: 'do -- web-shots',
  does: 'makes a picture of each page on a phone, a desk and a wall, light and dark',
  flags: {
    out: { kind: 'text', of: 'FOLDER', tells: 'where (a new folder)' },
    only: { kind: 'text', among: SCENE_NAMES, tells: 'this page alone' },
    lang: { kind: 'text', among: LANGUAGE_NAMES, usual: 'en', tells: 'the language' },
  },
});
const folder = values.out ?? mkdtempSync(join(tmpdir(), 'web-shots-'));
mkdirSync(folder, { recursive: true });

const server = await startTempleServer();
const [browser] = await Promise.all([launch(), untilBuilt(server)]);
const scenes = await setScenes(server);
const wanted = scenes.all.filter(({ name }) => values.only === undefined || values.only === name);
for (const [size, viewport] of Object.entries(SIZES))
  for (const colorScheme of ['light', 'dark'] as const) {
    const isMobile = size === 'phone';
    const options = {
      baseURL: server.address,
      viewport,
      colorScheme,
      locale: values.lang,
      isMobile,
      hasTouch: isMobile,
    };
    const context = await windowFor(browser, scenes, options);
    const page = await context.newPage();
    for (const scene of wanted) {
      await show(page, scene);
      await page.waitForTimeout(SETTLED_MS);
      await page.screenshot({ path: join(folder, `${scene.name}-${size}-${colorScheme}.png`) });
    }
    await context.close();
  }
console.log(`${wanted.length * Object.keys(SIZES).length * 2} pictures in ${folder}`);
scenes.close();
await browser.close();
await server.stop();
