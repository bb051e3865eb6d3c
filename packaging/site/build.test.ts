/** Each fault of a site is found, and named by its page. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { faultsOf } from './build.ts';

const GOOD = {
  'index.html': '<link href="/at/style.css"><a class="b" href="/at/rules/">r</a><a href="https://example.org/x">e</a>',
  'rules/index.html':
    '<h2 id="tail">T</h2><a href="../index.html">i</a><a href="#tail">t</a><a href="/at/book.html#a-1">b</a>',
  'book.html':
    '<script src="/at/look.js"></script><img alt="" src="/at/board.webp"><i id="a-1"></i><a href="./all.json">j</a>',
  '404.html': '<p>lost</p>',
  'style.css': '@font-face { src: url(board.webp) } i { mask: url("data:image/svg+xml,%3Csvg/%3E") }',
  'look.js': '',
  'board.webp': '',
  'all.json': '{}',
};

const into = mkdtempSync(join(tmpdir(), 'site-'));

function faultsWith(changes: Readonly<Record<string, string>>): readonly string[] {
  const folder = mkdtempSync(join(into, 'built-'));
  for (const [file, text] of Object.entries({ ...GOOD, ...changes })) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return faultsOf(folder, '/at/');
}

test('a good site has none', () => expect(faultsWith({})).toEqual([]));

test.each([
  ['a link to nothing', '<a href="/at/none.html">n</a>', 'links to none.html, which does not exist'],
  ['a link beside the site', '<a href="/index.html">n</a>', 'links to /index.html, which does not exist'],
  ['a link out of the site', '<a href="../../index.html">n</a>', 'links to /index.html, which does not exist'],
  [
    'an anchor that is not there',
    '<a href="rules/#none">n</a>',
    'links to rules/index.html#none, where nothing has this name',
  ],
  [
    'an anchor of the same page',
    '<a data-x="1" href="#a-2">n</a>',
    'links to book.html#a-2, where nothing has this name',
  ],
  ['a name given twice', '<i id="a-1"></i>', 'names two places a-1'],
  [
    'a script of another host',
    '<script src="https://cdn.example/x.js"></script>',
    'loads https://cdn.example/x.js, which is not on the site',
  ],
  [
    'a style without a protocol',
    '<link rel="stylesheet" href="//cdn.example/x.css">',
    'loads //cdn.example/x.css, which is not on the site',
  ],
  ['a picture that is missing', '<img src="/at/none.webp" alt="">', 'loads /at/none.webp, which is not on the site'],
])('%s is a fault', (_, fault, said) => {
  expect(faultsWith({ 'book.html': GOOD['book.html'] + fault })).toEqual([`book.html ${said}`]);
});

test('a font of another host is a fault of its style sheet', () => {
  expect(
    faultsWith({ 'style.css': '@import "https://fonts.example/a.css"; i { src: url(//fonts.example/b) }' }),
  ).toEqual([
    'style.css loads http://fonts.example/b, which is not on the site',
    'style.css loads https://fonts.example/a.css, which is not on the site',
  ]);
});

test('a page without a way to it is a fault, also if it leads to others', () => {
  expect(faultsWith({ 'lonely.html': '<a href="index.html">i</a><a href="lonely.html">me</a>' })).toEqual([
    'no page leads to lonely.html',
  ]);
});

test('a folder without a first page is not a site', () => {
  expect(faultsOf(mkdtempSync(join(into, 'empty-')))).toEqual(['there is no first page, index.html']);
});
