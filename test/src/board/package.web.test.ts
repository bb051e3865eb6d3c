/** The package as strangers install it: its size, its styles, and pages of React, Vue and Svelte around it. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { hasChromium, launchShell, type Pages, serveFolder } from '@flower-war/packaging/browser';
import { stageAll, tarballOf } from '@flower-war/packaging/packing';
import type { Browser, Page } from 'playwright-core';
import { compile } from 'svelte/compiler';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { house, pair, serveThisFile } from '../sdk/house.ts';
import { graveIn, positionOf } from './boards.ts';

const BUDGET = 60 * 1024;
const { resolve } = createRequire(import.meta.url); // the frameworks are those of this room
const into = mkdtempSync(join(tmpdir(), 'board-package-'));
const lib = join(into, 'node_modules/@flower-war/board/lib');

beforeAll(async () => {
  const staged = (await stageAll(join(into, 'packs'))).find(({ room }) => room === 'board');
  if (staged === undefined) throw new Error('the board is not packed');
  const place = join(into, 'node_modules/@flower-war/board');
  mkdirSync(place, { recursive: true });
  execFileSync('tar', ['-xzf', tarballOf(staged, into), '-C', place, '--strip-components=1']);
  for (const name of ['react', 'react-dom', 'vue', 'svelte'])
    symlinkSync(dirname(resolve(`${name}/package.json`)), join(into, 'node_modules', name));
}, 240_000);

/** A file with all that it imports at once. */
function withImported(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const text = readFileSync(join(lib, file), 'utf8');
  for (const [, other = ''] of text.matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g))
    withImported(other, seen);
  return seen;
}

const bytesOf = (files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(lib, file)), { level: 9 }).length, 0);

test(`what a page loads first has at most ${BUDGET} bytes, and no package is left to install`, () => {
  const first = withImported('index.js');
  console.log(`${bytesOf(first)} bytes in ${first.size} files`);
  expect(first.size).toBeGreaterThan(2);
  expect(bytesOf(first)).toBeGreaterThan(20_000);
  expect(bytesOf(first)).toBeLessThanOrEqual(BUDGET);
  const manifest = JSON.parse(readFileSync(join(lib, '../package.json'), 'utf8'));
  expect(manifest).toMatchObject({ name: '@flower-war/board', license: 'MIT', sideEffects: true });
  expect(manifest.dependencies).toBeUndefined();
  const notices = readFileSync(join(lib, '../THIRD-PARTY.md'), 'utf8');
  expect([...notices.matchAll(/^## (\S+) \S+: (\S+)/gm)].map(([, name, licence]) => [name, licence])).toEqual([
    ['@colyseus/schema', 'MIT'],
    ['msgpackr', 'MIT'],
    ['preact', 'MIT'],
  ]);
});

test('a program on a server may load it', async () => {
  const { FlowerWarBoard } = await import(/* @vite-ignore */ join(lib, 'index.js'));
  expect(typeof FlowerWarBoard).toBe('function');
});

const REACT = `import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';
import '@flower-war/board';
const { position, ...live } = globalThis.given;
const shown = h('flower-war-board', { ...live, id: 'live', onready: ({ detail }) => (document.title = detail.game) });
createRoot(document.getElementById('app')).render(h('main', {}, h('h1', {}, 'React'), shown, h('flower-war-board', { position })));`;

const VUE = `import { createApp, h } from 'vue';
import '@flower-war/board';
const { position, ...live } = globalThis.given;
const onReady = ({ detail }) => (document.title = detail.game);
createApp(() => h('main', [h('h1', 'Vue'), h('flower-war-board', { ...live, id: 'live', onReady }), h('flower-war-board', { position })])).mount('#app');`;

const SVELTE = `<script>
  import '@flower-war/board';
  const { position, server, match } = globalThis.given;
  const onready = ({ detail }) => (document.title = detail.game);
</script>
<main><h1>Svelte</h1><flower-war-board id="live" {server} {match} {onready}></flower-war-board><flower-war-board {position}></flower-war-board></main>`;

const APPS = {
  react: { 'main.js': REACT },
  vue: { 'main.js': VUE },
  svelte: {
    'main.js': `import { mount } from 'svelte'; import App from './App.svelte'; mount(App, { target: document.getElementById('app') });`,
    'App.svelte': SVELTE,
  },
};

/** Builds a page as its framework does, by Vite. */
async function built(name: keyof typeof APPS): Promise<string> {
  const [root, out] = [join(into, name), join(into, 'pages', name)];
  mkdirSync(root, { recursive: true });
  for (const [file, text] of Object.entries(APPS[name])) writeFileSync(join(root, file), text);
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>waits</title><script src="../../given.js"></script></head><body><div id="app"></div><script type="module" src="./main.js"></script></body></html>`;
  writeFileSync(join(root, 'index.html'), page);
  await build({
    root,
    base: './',
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'svelte',
        transform: (code, id) =>
          id.endsWith('.svelte')
            ? { code: compile(code, { filename: id, generate: 'client' }).js.code, map: null }
            : null,
      },
    ],
    build: { outDir: out, target: 'es2022', minify: false },
  });
  return out;
}

describe.skipIf(!hasChromium)(`in a browser${hasChromium ? '' : ': chromium is not installed'}`, () => {
  serveThisFile();
  let [browser, pages]: [Browser | undefined, Pages | undefined] = [undefined, undefined];
  beforeAll(async () => {
    [browser, pages] = await Promise.all([launchShell(), serveFolder(into)]);
  });
  afterAll(async () => {
    await browser?.close();
    pages?.close();
  });
  const opened = async (path: string): Promise<Page> => {
    const page = await browser?.newPage({ viewport: { width: 900, height: 900 } });
    if (page === undefined) throw new Error('no browser was started');
    await page.goto(`${pages?.url}/${path}`);
    return page;
  };

  test.each(['react', 'vue', 'svelte'] as const)(
    '%s shows a live match and a position, and axe finds nothing serious',
    async (name) => {
      const { match } = await pair();
      const given = { server: house.url, match: match.match, position: positionOf('mexica') };
      await built(name);
      writeFileSync(join(into, 'given.js'), `globalThis.given = ${JSON.stringify(given)}`);
      const page = await opened(`pages/${name}/index.html`);
      await page.locator('.square').first().waitFor();
      await page.locator('.day').first().waitFor();
      await expect.poll(() => page.title()).toBe('tieqchieq');
      expect(await graveIn(page)).toEqual([]);
    },
  );

  test('the example in plain HTML shows a live match', async () => {
    const { match } = await pair();
    cpSync(join(import.meta.dirname, '../../../examples/board.html'), join(into, 'board.html'));
    const page = await opened(`board.html?server=${house.url}&match=${match.match}`);
    await page.locator('.square').first().waitFor();
    expect(await page.locator('.players li').allTextContents()).toEqual([
      expect.stringContaining('Ana'),
      expect.stringContaining('Ben'),
    ]);
  });

  /** Plain HTML, with the files of the package as they are. */
  const plain = async (name: string, style: string): Promise<Page> => {
    const board = `<div style="width:640px"><flower-war-board style="margin:0!important;padding:0!important" theme="light"></flower-war-board></div>`;
    const script = `import './node_modules/@flower-war/board/lib/index.js'; document.querySelector('flower-war-board').position = ${JSON.stringify(positionOf('flower-war'))};`;
    writeFileSync(
      join(into, name),
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>plain</title><style>${style}</style></head><body><h2>A page</h2><p>Of <small>others</small>.</p><button class="main">Press</button>${board}<script type="module">${script}</script></body></html>`,
    );
    const page = await opened(name);
    await page.locator('.day').first().waitFor();
    await expect.poll(() => page.evaluate(LOOK_INSIDE).then((all) => (all as string[]).length)).toBeGreaterThan(150);
    return page;
  };

  const HOSTILE = `html { font-size: 40px } * { color: red !important; font-size: 40px; line-height: 3; letter-spacing: 4px; text-transform: uppercase; box-sizing: content-box }
    button, svg, p { all: unset; background: lime; display: none } .day, .board, .frame, .table { display: none !important } :root { --flower-war-none: 1 }`;

  test('styles of the page do not reach in', async () => {
    const [calm, hostile] = [await plain('calm.html', ''), await plain('hostile.html', HOSTILE)];
    expect(await hostile.evaluate(LOOK_INSIDE)).toEqual(await calm.evaluate(LOOK_INSIDE));
  });

  test('its styles do not reach out, and the page may name colours and parts', async () => {
    const page = await plain(
      'outside.html',
      'flower-war-board { --ground: rgb(1, 2, 3) } flower-war-board::part(board) { opacity: 0.5 }',
    );
    const outside = `[...document.querySelectorAll('h2, p, small, button')].map((one) => JSON.stringify([...getComputedStyle(one)].map((name) => getComputedStyle(one)[name])))`;
    const within = await page.evaluate(outside);
    await page.evaluate("document.querySelector('flower-war-board').remove()");
    expect(await page.evaluate(outside)).toEqual(within);
    const named = await opened('outside.html');
    await named.locator('.day').first().waitFor();
    const [ground, opacity] = await named.evaluate<readonly string[]>(
      "((tree) => [getComputedStyle(tree.querySelector('.frame')).backgroundColor, getComputedStyle(tree.querySelector('.board')).opacity])(document.querySelector('flower-war-board').shadowRoot)",
    );
    expect([ground, opacity]).toEqual(['rgb(1, 2, 3)', '0.5']);
  });
});

/** How each thing in the element looks, and its size. */
const LOOK_INSIDE = `[...document.querySelector('flower-war-board').shadowRoot.querySelectorAll('.frame, .frame *')].map((one) => {
  const { color, fontSize, fontFamily, lineHeight, letterSpacing, textTransform, display, backgroundColor, margin, padding } = getComputedStyle(one);
  const { width, height } = one.getBoundingClientRect();
  return [one.tagName, color, fontSize, fontFamily, lineHeight, letterSpacing, textTransform, display, backgroundColor, margin, padding, Math.round(width), Math.round(height)].join(' ');
})`;
