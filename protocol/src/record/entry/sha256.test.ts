import { expect, test } from 'vitest';
import { portableSha256, sha256Hex } from './canonical.ts';

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
