import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createCounts, flawOf, packetMeter, whoIs } from './access.ts';

it('counts apart what that many accounts do, and together what names beyond them do, since names come from outside', () => {
  const lines: Record<string, unknown>[] = [];
  const counts = createCounts(pino({}, { write: (line: string) => lines.push(JSON.parse(line)) }));
  for (let n = 0; n < 1000; n += 1) counts.count(`templo-${n}`, 'bad-password');
  counts.count('templo-0', 'flood');
  counts.tell();
  expect(lines).toHaveLength(257);
  expect(lines[0]).toMatchObject({ account: 'templo-0', 'bad-password': 1, flood: 1 });
  expect(lines.at(-1)).toMatchObject({ account: 'unknown', 'bad-password': 744 });
  counts.tell();
  expect(lines).toHaveLength(257);
});

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

const device = whoIs('templo-7f3a')!;
const bridge = whoIs('bridge')!;
const ODOMETER = 'templo/v1/templo-7f3a/odometer';
const COMMAND = 'templo/v1/templo-7f3a/cmd';

describe('what is wrong with something published', () => {
  it.each([
    ['as much as a device must be able to hold', device, ODOMETER, 1024, true, undefined],
    ['a byte more', device, ODOMETER, 1025, true, 'too-large'],
    ['a long topic', device, `${ODOMETER}/${'x'.repeat(64)}`, 1, false, 'too-large'],
    ['a topic that is long in bytes alone', device, `templo/v1/${'ñ'.repeat(30)}`, 1, false, 'too-large'],
    ['a topic of another', device, 'templo/v1/templo-b0b0/odometer', 9, true, 'foreign-topic'],
    ['a topic of nobody', device, 'templo/v1/templo-7f3a/odometer/', 9, true, 'foreign-topic'],
    ['a discovery of Home Assistant', bridge, 'homeassistant/device/templo-7f3a/config', 12_288, true, undefined],
    ['a discovery that is too large', bridge, 'homeassistant/device/templo-7f3a/config', 12_289, true, 'too-large'],
    ['a command', bridge, COMMAND, 50, false, undefined],
    ['a retained command', bridge, COMMAND, 50, true, 'retained'],
    ['the end of a retained command', bridge, COMMAND, 0, true, undefined],
    ['an odometer by the bridge', bridge, ODOMETER, 50, true, 'foreign-topic'],
    ['the end of an odometer by the bridge', bridge, ODOMETER, 0, true, undefined],
    ['an empty odometer by the bridge', bridge, ODOMETER, 0, false, 'foreign-topic'],
  ] as const)('%s', (_what, who, topic, bytes, isRetained, flaw) => {
    expect(flawOf(who, { topic, bytes, isRetained })).toBe(flaw);
  });
});
