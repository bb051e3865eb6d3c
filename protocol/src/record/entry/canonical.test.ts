import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { canonical, isSameText, portableSha256, sha256Hex, stateChecksum } from './canonical.ts';

test.each([
  [
    'keys in code-unit order, at every depth',
    { b: 1, a: { d: 2, c: [3, { f: 4, e: 5 }] } },
    '{"a":{"c":[3,{"e":5,"f":4}],"d":2},"b":1}',
  ],
  ['numbers as keys are text', { 10: 1, 9: 2, a: 3 }, '{"10":1,"9":2,"a":3}'],
  ['lists keep their order', [3, 1, 2], '[3,1,2]'],
  ['an absent field is not a field', { a: undefined, b: null }, '{"b":null}'],
  ['nothing in a list is null, as in JSON', [undefined, null], '[null,null]'],
  ['text is escaped as in JSON', { 'a"': 'ü\n\u2028' }, '{"a\\"":"ü\\n\u2028"}'],
  ['plain values', [true, -0, 1.5, ''], '[true,0,1.5,""]'],
  ['empty ones', { a: {}, b: [] }, '{"a":{},"b":[]}'],
  ['a key that names the prototype', JSON.parse('{"__proto__":1,"a":2}'), '{"__proto__":1,"a":2}'],
])('%s', (_name, value, text) => {
  expect(canonical(value)).toBe(text);
  expect(JSON.parse(canonical(value))).toEqual(JSON.parse(JSON.stringify(value)));
});

test('two values are the same exactly if their texts are', () => {
  const plain = [undefined, null, 0, -0, Number.NaN, '', '0', false];
  const own = (key: string, value: unknown) => Object.defineProperty({}, key, { value, enumerable: true });
  const lists = [[], ...plain.flatMap((one) => [[one], ...plain.map((other) => [one, other])])];
  const pairs = plain.flatMap((a) => plain.map((b) => ({ a, b })));
  const records = [{}, ...plain.flatMap((value) => [{ a: value }, { b: value }, own('__proto__', value)]), ...pairs];
  const nested = [
    { a: {} },
    { a: [] },
    [{}],
    [[]],
    own('__proto__', {}),
    own('__proto__', []),
    { a: { b: 0 } },
    [{ b: 0 }],
  ];
  const all: readonly unknown[] = [...plain, ...lists, ...records, ...nested];
  for (const one of all)
    for (const other of all) {
      const copies = [one, structuredClone(other)] as const;
      if (isSameText(...copies) !== (canonical(one) === canonical(other))) expect.fail(JSON.stringify(copies));
    }
});

test('the checksum is the first 8 bytes of the SHA-256 of the canonical text', () => {
  const digest = createHash('sha256').update('{"a":1,"b":"ü"}', 'utf8').digest('hex');
  expect(stateChecksum({ b: 'ü', a: 1 })).toBe(digest.slice(0, 16));
});

test('the checksum does not see in which order a state was built, and sees every value', () => {
  expect(stateChecksum({ a: 1, b: [{ c: 2, d: 3 }] })).toBe(stateChecksum({ b: [{ d: 3, c: 2 }], a: 1 }));
  expect(stateChecksum({ a: 1, b: [{ c: 2, d: 3 }] })).not.toBe(stateChecksum({ a: 1, b: [{ c: 2, d: 4 }] }));
});

test('the hash of Node and the portable one are the same, whatever the text', () => {
  const texts = [
    '',
    'abc',
    'Xōchitl 💀',
    '\u0000',
    'x'.repeat(55),
    'x'.repeat(56),
    'x'.repeat(64),
    'ō'.repeat(10_000),
    '\ud800',
  ];
  for (const text of texts) expect(sha256Hex(text), text.slice(0, 10)).toBe(portableSha256(text));
  expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(sha256Hex).not.toBe(portableSha256);
});
