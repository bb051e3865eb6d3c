/** The element as a page of others has it: built, and served from an origin of its own. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildElement } from '@flower-war/board/build';
import { launchShell, type Pages, serveFolder } from '@flower-war/packaging/browser';
import { type AnyGame, fastChance, GAMES, resolveOptions } from '@flower-war/rules';
import type { AxeResults } from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';

export interface BoardPage {
  /** Opens a page with this in its body; `script` runs with `board`, the first element. */
  readonly open: (
    body: string,
    more?: { readonly script?: string; readonly window?: BrowserContextOptions },
  ) => Promise<Page>;
  readonly write: (name: string, text: string) => string;
  readonly folder: string;
}

/** Builds the element once for the tests of a file. */
export function withBoards(): BoardPage {
  const folder = mkdtempSync(join(tmpdir(), 'board-'));
  let [browser, pages, n]: [Browser | undefined, Pages | undefined, number] = [undefined, undefined, 0];
  beforeAll(async () => {
    await buildElement(folder, 'board.js');
    [browser, pages] = await Promise.all([launchShell(), serveFolder(folder)]);
  });
  afterAll(async () => {
    await browser?.close();
    pages?.close();
  });
  return {
    folder,
    write: (name, text) => {
      writeFileSync(join(folder, name), text);
      return `${pages?.url}/${name}`;
    },
    open: async (body, { script = '', window } = {}) => {
      const name = `page${n++}.html`;
      const told =
        "for (const name of ['ready','step','move','end','error']) board.addEventListener(name, (event) => told.push([name, event.detail]));";
      const run = `globalThis.told = []; const board = document.querySelector('flower-war-board'); ${told} ${script}; await import('./board.js');`;
      writeFileSync(
        join(folder, name),
        `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page of others</title></head><body>${body}<script type="module">${run}</script></body></html>`,
      );
      const context = await browser?.newContext(window);
      const page = await context?.newPage();
      if (page === undefined) throw new Error('no browser was started');
      await page.goto(`${pages?.url}/${name}`);
      return page;
    },
  };
}

/** What spectators see of a game at its beginning. */
export function positionOf(id: string): {
  readonly game: string;
  readonly view: object;
  readonly cards: readonly object[];
} {
  const entry = [...GAMES.values()].find(({ game }) => game.id === id);
  if (entry === undefined) throw new Error(`there is no game ${id}`);
  const game = entry.game as AnyGame;
  const resolved = resolveOptions(game, game.presets[0]?.id ?? '', {});
  if (!resolved.ok) throw new Error(resolved.reason);
  const state = game.setup(resolved.options, game.seats[0], fastChance(7));
  return { game: id, view: game.view(state, 'spectator') as object, cards: game.cards ?? [] };
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe takes for serious, also within elements. */
export async function graveIn(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  const { violations } = (await page.evaluate('axe.run()')) as AxeResults;
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  return grave.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}
