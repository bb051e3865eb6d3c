import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { PROTOCOL, PROTOCOL_HEADER } from '../src/wire/names.ts';
import { inWords, openApiText, outline, refreshed } from './generated.ts';

const pageOf = (name: string) => readFileSync(new URL(`../../docs/${name}.md`, import.meta.url), 'utf8');

test.each([
  ['record', ['entries', 'defaults']],
  ['protocol', ['actions', 'routes', 'statuses', 'limits', 'scopes']],
  ['protocol-reference', ['errors', 'bodies', 'answers']],
  ['temple-protocol', ['topics', 'payloads', 'requests', 'link']],
  ['operating', ['operatorroutes', 'operatorbodies', 'operatoranswers']],
])('docs/%s.md says what the code says; if not: npm run docs', (name, sections) => {
  const page = pageOf(name);
  expect(refreshed(page)).toBe(page);
  for (const section of sections) expect(page).toContain(`<!-- generated: ${section} -->`);
});

test('docs/openapi.json is the document that the server serves; if not: npm run docs', () => {
  expect(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8')).toBe(openApiText());
});

test('the page tells the version of the protocol, and the header that names it', () => {
  expect(pageOf('protocol')).toContain(`in the header \`${PROTOCOL_HEADER}\`: ${PROTOCOL}.`);
  expect(pageOf('socket')).toContain(`&protocol=${PROTOCOL}\n`);
});

test('a stale part is renewed, and nothing around it changes', () => {
  const page = 'before\n<!-- generated: actions -->\nold\n<!-- end -->\nafter\n';
  expect(refreshed(page)).toMatch(
    /^before\n<!-- generated: actions -->\n\n```text\nact [\s\S]*\n```\n\n<!-- end -->\nafter\n$/,
  );
  expect(refreshed(refreshed(page))).toBe(refreshed(page));
});

test('a part that nothing makes is a mistake', () => {
  expect(() => refreshed('<!-- generated: dreams -->\n<!-- end -->')).toThrow('dreams');
});

describe('a schema in words', () => {
  test.each([
    [{ const: 1 }, '1'],
    [{ type: 'string', enum: ['a', 'b'] }, '"a" or "b"'],
    [{ type: 'string', pattern: '^[0-9a-f]{64}$' }, '32 bytes in lower-case hex'],
    [{ type: 'string' }, 'text'],
    [{ type: 'string', pattern: '^[a-z]{2,3}$' }, 'text like ^[a-z]{2,3}$'],
    [{ type: 'string', pattern: '[a-z]', minLength: 1, maxLength: 9 }, 'text of 1 to 9'],
    [{ type: 'integer', minimum: 0, maximum: 5 }, 'whole number 0 to 5'],
    [{ type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER }, 'whole number from 1'],
    [{ type: 'array', maxItems: 6, items: { type: 'number' } }, 'list of at most 6: number'],
    [{ type: 'array', prefixItems: [{ type: 'number' }, { type: 'boolean' }] }, 'list of 2'],
    [{ type: 'object', additionalProperties: { type: 'number' } }, 'map of name to number'],
    [{ anyOf: [{ type: 'string' }, { type: 'boolean' }] }, 'text or true or false'],
  ])('%j', (schema, words) => {
    expect(inWords(schema)).toBe(words);
  });

  test('what it is made of stands below it', () => {
    const item = { properties: { long: { type: 'string' }, b: {} }, required: ['b'], type: 'object' };
    expect(outline([['x', { type: 'array', items: item }]])).toEqual([
      'x  list of any number: object',
      '  long?  text',
      '  b      anything',
    ]);
    expect(outline([['x', { oneOf: [item, { type: 'object', properties: {} }] }]])).toContain('  or      object');
  });
});
