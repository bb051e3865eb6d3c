/** The formulas of docs/record.md, worked out with nothing but the page and the crypto library of Node. */
import { createHash, createHmac, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { NO_HASH, parseLine, sealLine } from '../entry/entries.ts';
import { tableSettings } from '../entry/tableSettings.ts';
import { matchSeed } from '../keyedChance.ts';

const PAGE = readFileSync(new URL('../../../../docs/record.md', import.meta.url), 'utf8');
/** What stands before the 32 bytes of an Ed25519 key in its usual form. */
const KEY_HEAD = Buffer.from('302a300506032b6570032100', 'hex');

const numberIn = (pattern: RegExp) => Number(pattern.exec(PAGE)?.[1]);
const HASHED = numberIn(/hash .* without its last (\d+) bytes/);
const SIGNED = numberIn(/signature .* without its last (\d+) bytes/);
const OF_SIGNATURE = numberIn(/75, and (\d+) for/);

interface Line {
  readonly hash: string;
  readonly key?: string;
  readonly signature?: string;
}

function linesOf(file: string): readonly (readonly [text: string, line: Line])[] {
  const text = readFileSync(new URL(`../../../vectors/${file}`, import.meta.url), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => [line, JSON.parse(line) as Line]);
}

test('the numbers of bytes fit the parts that the page shows', () => {
  expect(HASHED).toBe(`,"hash":"${'0'.repeat(64)}"}`.length);
  expect(OF_SIGNATURE).toBe(`,"signature":"${'0'.repeat(128)}"`.length);
  expect(SIGNED).toBe(HASHED + OF_SIGNATURE);
});

test.each(['record.jsonl', 'record2.jsonl'])('hashes and signature of %s are as the page says', (file) => {
  const lines = linesOf(file);
  let previous = '';
  for (const [text, { hash, key, signature }] of lines) {
    const hashed = createHash('sha256').update(previous + text.slice(0, -HASHED));
    expect(hashed.digest('hex')).toBe(hash);
    if (key !== undefined && signature !== undefined) {
      const spki = Buffer.concat([KEY_HEAD, Buffer.from(key, 'hex')]);
      const publicKey = createPublicKey({ key: spki, format: 'der', type: 'spki' });
      const signed = Buffer.from(previous + text.slice(0, -SIGNED));
      expect(verify(null, signed, publicKey, Buffer.from(signature, 'hex'))).toBe(true);
    }
    previous = hash;
  }
  expect(lines.at(-1)?.[1].signature).toHaveLength(128);
});

/** What stands in a generated part of the page, line by line. */
const partOf = (name: string) =>
  new RegExp(`<!-- generated: ${name} -->\\n+\`\`\`text\\n([^\`]*)\\n\`\`\``).exec(PAGE)?.[1]?.split('\n') ?? [];

test('a record of the first format has the settings that the page tells where it leaves them out', () => {
  const told = partOf('defaults').map((line) => line.split(/ {2,}/) as [path: string, value: string]);
  const inTable = told.map(([path, value]) => [path.slice('table.'.length), JSON.parse(value) as unknown] as const);
  const isPart = ([path]: readonly [string, unknown]) => path.includes('.');
  const { increment, ...rest } = Object.fromEntries(inTable.map(([path, value]) => [path.split('.').at(-1), value]));
  expect(inTable.filter(isPart)).toEqual([['clock.increment', increment]]);
  expect(tableSettings.parse({})).toEqual(rest);
  expect(tableSettings.parse({ clock: { kind: 'bank', seconds: 60 } }).clock).toMatchObject({ increment });
  expect(linesOf('record.jsonl')[0]?.[1]).toMatchObject({ format: 1, table: { visibility: 'public' } });
  expect(linesOf('record.jsonl')[0]?.[1]).not.toHaveProperty('table.clock');
});

test('a line may nest as deep as the page says, and no deeper', () => {
  const most = numberIn(/nest at most (\d+) levels deep/);
  const state = (levels: number) => JSON.parse('{"a":'.repeat(levels) + 1 + '}'.repeat(levels)) as object;
  const [created] = linesOf('record.jsonl');
  const { hash: _, ...body } = { ...created?.[1] };
  // The line and `from` are the first two levels.
  const read = (levels: number) =>
    parseLine(sealLine(NO_HASH, { ...body, from: { match: 'M', seq: 0, state: state(levels - 2) } }).line);
  expect(read(most)).toHaveProperty('entry');
  expect(read(most + 1)).toEqual({ problem: expect.stringContaining(`${most} levels`) });
});

test.each([
  ['1e+21', '1e21'],
  ['1e-7', '0.0000001'],
  ['0.000001', '1e-6'],
  ['0', '-0'],
  ['{"2":1,"10":1,"a":1}', '{"a":1,"2":1,"10":1}'],
  ['"\\u001f\\b\u007f\u2028💀\\ud800"', '"\\u001F\\u0008\\u007f\\u2028\\ud83d\\udc80\\uD800"'],
  ['"a/b"', '"a\\/b"'],
])('of a value there is one form: %s, and not %s', (form, other) => {
  const [created] = linesOf('record.jsonl');
  const { hash: _, ...body } = { ...created?.[1] };
  const line = sealLine(NO_HASH, { ...body, from: { match: 'M', seq: 0, state: { a: 'HERE' } } }).line;
  expect(parseLine(line.replace('"HERE"', form))).toHaveProperty('entry');
  expect(parseLine(line.replace('"HERE"', other))).toHaveProperty('problem');
});

test.each([
  ['without a contribution', [], '7KQ2M9XA'],
  ['with one', [[1, 'ab']], '7KQ2M9XA|1:ab'],
  [
    'with two',
    [
      [2, 'cd'],
      [0, 'ab'],
    ],
    '7KQ2M9XA|0:ab|2:cd',
  ],
] as const)('the seed %s comes from the text that the page tells', (_, contributions, text) => {
  const secret = '11'.repeat(32);
  const seed = createHmac('sha256', Buffer.from(secret, 'hex')).update(text).digest('hex');
  expect(Buffer.from(matchSeed(secret, '7KQ2M9XA', new Map(contributions))).toString('hex')).toBe(seed);
});
