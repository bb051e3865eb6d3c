import { describe, expect, it } from 'vitest';
import { packetMeter } from './packetMeter.ts';

/** With so many bytes after its header, whose length has seven bits a byte, the lowest first. */
function publishOf(bytes: number): Buffer {
  const length = [];
  for (let rest = bytes; rest > 0 || length.length === 0; rest >>= 7)
    length.push((rest & 127) | (rest > 127 ? 128 : 0));
  return Buffer.concat([Buffer.from([0x30, ...length]), Buffer.alloc(bytes, 0xff)]);
}

describe('the meter of packets', () => {
  it('lets packets of every length up to the most through, however they are cut', () => {
    const stream = Buffer.concat([0, 1, 100, 127, 128, 1000, 4000, 7, 4096].map(publishOf));
    for (const step of [1, 2, 3, 7, 100, stream.length]) {
      const isFine = packetMeter(4096);
      for (let at = 0; at < stream.length; at += step) expect(isFine(stream.subarray(at, at + step))).toBe(true);
    }
  });

  it('says no as soon as a packet announces too much, before it has come', () => {
    const isFine = packetMeter(4096);
    expect(isFine(publishOf(100))).toBe(true);
    const large = publishOf(100_000);
    expect(isFine(large.subarray(0, 3))).toBe(true);
    expect(isFine(large.subarray(3, 4))).toBe(false);
  });

  it('says no to a length that never ends', () => {
    expect(packetMeter(4096)(Buffer.from([0x30, 0x80, 0x80, 0x80, 0x80, 0x80]))).toBe(false);
  });
});
