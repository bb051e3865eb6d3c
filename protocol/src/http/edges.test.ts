/** Lawful and hostile values from clients, at every edge. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { actions } from '../wire/actions.ts';
import { digits } from './routes/route.ts';
import { listQuery } from './routes/lobby.ts';
import { bodies } from './routeTable.ts';

test.each<[string, unknown, boolean]>([
  ['a number as id', [1, 2, 'roll'], true],
  ['a text as id', ['b1946ac9-2492-4d23-a7b1-ffb04a38e2bf', 0, 'roll'], true],
  ['no decision', [1, 'roll'], false],
  ['something more', [1, 2, 'roll', 3], false],
  ['an empty move', [1, 2, ''], false],
  ['an endless move', [1, 2, 'x'.repeat(121)], false],
  ['a negative id', [-1, 2, 'roll'], false],
  ['an id beyond 32 bits', [2 ** 32, 2, 'roll'], false],
  ['an empty id', ['', 2, 'roll'], false],
  ['no list', { 0: 1, 1: 2, 2: 'roll', length: 3 }, false],
  ['nothing', undefined, false],
])('act with %s', (_name, payload, isLawful) => {
  expect(actions.act.safeParse(payload).success).toBe(isLawful);
});

test.each<[string, unknown, boolean]>([
  ['an id', [1], true],
  ['nothing', [], false],
  ['something more', [1, 2], false],
])('resign with %s', (_name, payload, isLawful) => {
  expect(actions.resign.safeParse(payload).success).toBe(isLawful);
});

describe('names of people', () => {
  test.each(['Xochitl', 'Ōmeteōtl 2', '花戦争', 'محمد', 'می‌خواهم', '👩‍🚀', "O'Brien-García", '🏳️‍🌈', '𠀀'.repeat(24)])(
    '%s is one',
    (name) => {
      expect(bodies.guest.parse({ name })).toEqual({ name });
    },
  );

  test('spaces around it are cut, and letters are composed', () => {
    expect(bodies.guest.parse({ name: '  Ze\u0301 ' })).toEqual({ name: 'Z\u00e9' });
  });

  test.each([
    ['nothing', ''],
    ['spaces', ' \u3000'],
    ['what no reader can see', '\u200b\u200d'],
    ['a combining mark alone', '\u0301'],
    ['a line break', 'a\nb'],
    ['a zero', 'a\0b'],
    ['text turned round', 'abc\u202egpj'],
    ['an isolated direction', 'a\u2066b'],
    ['the anchor of a note between lines', 'a\ufff9b'],
    ['a joiner of hieroglyphs', 'a\u{13430}b'],
    ['half a character', 'a\ud800'],
    ['25 letters', 'x'.repeat(25)],
    ['25 letters of four bytes', '𠀀'.repeat(25)],
  ])('%s is none', (_name, name) => {
    expect(bodies.guest.safeParse({ name }).success).toBe(false);
  });

  test('no guest needs one', () => {
    expect(bodies.guest.parse({})).toEqual({});
  });
});

describe('bodies', () => {
  const sit = { commitment: 'ab'.repeat(32), contribution: 'cd'.repeat(16) };

  test('what a table is not told has its default', () => {
    expect(bodies.create.parse({ game: 'g', table: { watching: 'off' } }).table?.watching).toBe('off');
  });

  test.each<[keyof typeof bodies, unknown]>([
    ['create', { game: 'g', secret: 'x' }],
    ['create', { game: 'g', seats: 7 }],
    ['create', { game: 'g', bots: Array(7).fill({ bot: 'random' }) }],
    ['create', { game: 'g', options: { a: { b: 1 } } }],
    ['create', JSON.parse('{"game":"g","__proto__":{"seats":2}}')],
    ['create', JSON.parse('{"game":"g","options":{"a":1e400}}')],
    ['sit', { ...sit, contribution: sit.contribution.toUpperCase() }],
    ['sit', { ...sit, seat: 6 }],
    ['sit', { contribution: sit.contribution }],
    ['watch', { code: '' }],
    ['bot', {}],
    ['quick', { game: 'x'.repeat(65) }],
    ['refresh', { refresh: 'x'.repeat(2049) }],
  ])('%s refuses %j', (name, body) => {
    expect(bodies[name].safeParse(body).success).toBe(false);
  });

  test('an option that names the prototype reaches no option', () => {
    const read = bodies.create.safeParse(JSON.parse('{"game":"g","options":{"__proto__":"x","a":1}}'));
    expect(read.success ? Object.keys(read.data.options ?? {}) : ['a']).toEqual(['a']);
    expect(Object.getPrototypeOf(read.data?.options ?? {})).toBe(Object.prototype);
  });

  test('a list is asked for by status and game', () => {
    expect(listQuery.safeParse({ status: 'open', game: 'g' }).success).toBe(true);
    expect(listQuery.safeParse({ status: 'over' }).success).toBe(false);
    expect(listQuery.safeParse({ status: ['open', 'ended'] }).success).toBe(false);
  });
});

describe('numbers in a query', () => {
  const number = digits(z.number());
  test.each(['0', '7', '0017', String(Number.MAX_SAFE_INTEGER)])('%s is one', (text) => {
    expect(number.parse(text)).toBe(Number(text));
  });
  test.each(['', '-1', '1e3', '0x10', '1.5', ' 1', '9007199254740993', '1'.repeat(17)])('"%s" is none', (text) => {
    expect(number.safeParse(text).success).toBe(false);
  });

  test.each(['', '-1', '1e3', 'two'])('"%s" is told to be none', (text) => {
    expect(number.safeParse(text).error?.issues).toMatchObject([{ message: 'must be a whole number, in digits' }]);
  });
});
