import { describe, expect, it } from 'vitest';
import { packetMeter } from './limits.ts';

/** A packet with this many bytes after its header. The length has seven bits a byte, the lowest bits first. */
function publishOf(bytes: number): Buffer {
  const length = [];
  for (let rest = bytes; rest > 0 || length.length === 0; rest >>= 7)
    length.push((rest & 127) | (rest > 127 ? 128 : 0));
  return Buffer.concat([Buffer.from([0x30, ...length]), Buffer.alloc(bytes, 0xff)]);
}

describe('the meter of packets', () => {
  it('counts packets of every length up to the most, however they are cut', () => {
    const stream = Buffer.concat([0, 1, 100, 127, 128, 1000, 4000, 7, 4096].map(publishOf));
    for (const step of [1, 2, 3, 7, 100, stream.length]) {
      const packetsIn = packetMeter(() => 4096);
      let packets = 0;
      for (let at = 0; at < stream.length; at += step)
        packets += packetsIn(stream.subarray(at, at + step)) ?? Number.NaN;
      expect(packets).toBe(9);
    }
  });

  it('says no as soon as a packet announces too much, before it has come', () => {
    const packetsIn = packetMeter(() => 4096);
    expect(packetsIn(publishOf(100))).toBe(1);
    const large = publishOf(100_000);
    expect(packetsIn(large.subarray(0, 3))).toBe(1);
    expect(packetsIn(large.subarray(3, 4))).toBeUndefined();
  });

  it('says no to a length that never ends', () => {
    expect(packetMeter(() => 4096)(Buffer.from([0x30, 0x80, 0x80, 0x80, 0x80, 0x80]))).toBeUndefined();
  });
});
