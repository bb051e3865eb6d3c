import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { rulebookPages } from './pages.ts';

const PAGES = rulebookPages().map(([place, text]) => ({ path: fileURLToPath(place), text }));
const name = (path: string) => path.split('/docs/rules/')[1] ?? path;

test.each(PAGES)('$path is as the rules and the words have it (npm run docs)', ({ path, text }) => {
  expect(readFileSync(path, 'utf8')).toBe(text);
});

test('there is no other page', () => {
  const found = readdirSync(new URL('../../../docs/rules/', import.meta.url), { recursive: true, encoding: 'utf8' });
  const pages = found.filter((file) => file.endsWith('.md') && file !== 'README.md');
  expect(pages.toSorted()).toEqual(PAGES.map(({ path }) => name(path)).toSorted());
});

test('every link within a page leads to an anchor that stands there once', () => {
  for (const { path, text } of PAGES) {
    const anchors = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, anchor]) => anchor);
    expect(new Set(anchors).size, name(path)).toBe(anchors.length);
    for (const [, link] of text.matchAll(/\]\(#([^)]+)\)/g)) expect(anchors, name(path)).toContain(link);
  }
});

test('pictures fit into a page, and show the board', () => {
  const pictures = PAGES.flatMap(({ text }) =>
    [...text.matchAll(/```text\n([^`]*)```/g)].map(([, picture = '']) => picture),
  );
  expect(pictures.length).toBeGreaterThan(30);
  for (const picture of pictures) {
    expect(Math.max(...picture.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(picture).not.toMatch(/undefined|\[object|NaN/);
  }
});
