import { expect, test } from 'vitest';
import { byEscapes, utf8 } from './http.ts';

const ways = [(bytes: Uint8Array<ArrayBuffer>) => utf8(bytes.buffer), byEscapes];

test.each(['', 'plain %41', 'Xōchitl 𐀀', '\uFEFFmark', '\0'])('%j is read, with a TextDecoder and without', (text) => {
  for (const read of ways) expect(read(new TextEncoder().encode(text))).toBe(text);
});

test.each([[0x80], [0xc0, 0x80], [0xe2, 0x82], [0xed, 0xa0, 0x80], [0xf8, 1, 2, 3, 4], [0x41, 0xff]])(
  'damaged bytes throw: %i %i',
  (...bytes) => {
    for (const read of ways) expect(() => read(Uint8Array.from(bytes))).toThrow();
  },
);
