import { describe, expect, it } from 'vitest';
import { whoIs } from '../accounts/access.ts';
import { flawOf } from './limits.ts';

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
