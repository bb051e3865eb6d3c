import { readFileSync } from 'node:fs';
import { actions } from '@flower-war/protocol';
import { expect, test } from 'vitest';
import { EXAMPLES } from './examples.ts';
import { refreshed } from './pages.ts';

const PAGE = readFileSync(new URL('../../../docs/socket.md', import.meta.url), 'utf8');

test('docs/socket.md says what the code and the transcripts say; if not: npm run docs', () => {
  expect(refreshed(PAGE)).toBe(PAGE);
  for (const name of [...Object.keys(EXAMPLES), 'messages', 'requests'])
    expect(PAGE).toContain(`<!-- generated: ${name} -->`);
});

test('a part that nothing makes is a mistake', () => {
  expect(() => refreshed('<!-- generated: dreams -->\n<!-- end -->')).toThrow('dreams');
});

test.each(Object.entries(actions))('the payload of %s has as many elements as its schema', (name, schema) => {
  const tuples = 'options' in schema ? schema.options : [schema];
  const row = PAGE.split('\n').find((line) => line.includes(`| \`${name}\` |`)) ?? '';
  const written = [...row.matchAll(/\[([^\]]+)\]/g)].map(([, elements = '']) => elements.split(', ').length);
  expect(written).toEqual(tuples.map((tuple) => tuple.def.items.length));
});
