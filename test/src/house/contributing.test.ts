/** CONTRIBUTING.md names files that exist, and few words. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesFor, PAGE } from './contributing.ts';
import { ROOT } from './scratch.ts';

const HOW_TO = ['game', 'card', 'route', 'action', 'table option'];

test.for(HOW_TO)('the files to edit for a new %s exist', (what) => {
  const files = filesFor(what);
  expect(files.length).toBeGreaterThan(2);
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});

test('the words are at most thirty', () => {
  const [, rest = ''] = PAGE.split('\n## Words\n');
  const words = [...(rest.split('\n## ')[0] ?? '').matchAll(/^\| (?!word )([^|-][^|]*) \|/gm)].flatMap(([, row = '']) =>
    row.split(', '),
  );
  expect(words).toContain('journal');
  expect(words.length).toBeLessThanOrEqual(30);
});
