import { expect, it } from 'vitest';
import { versionOf } from './door.ts';

const head = (version: number, length = [16]) =>
  Buffer.from([0x10, ...length, 0, 4, ...Buffer.from('MQTT'), version, 2, 0, 60, 0, 0]);

it.each([
  ['3.1.1', head(4), 4],
  ['5', head(5), 5],
  ['5 with a length of four bytes', head(5, [0x90, 0x80, 0x80, 0x00]), 5],
  ['a version to come', head(9), 9],
  ['a bridge of 3.1.1', head(132), 132],
  ['3.1, whose name is another', Buffer.from([0x10, 20, 0, 6, ...Buffer.from('MQIsdp'), 3]), 0],
  ['another packet', Buffer.from([0x30, 3, 0, 1, 120]), 0],
  ['a length that never ends', Buffer.from([0x10, 0x80, 0x80, 0x80, 0x80, 0x80]), 0],
  ['nothing yet', Buffer.alloc(0), undefined],
] as const)('knows %s', (_what, bytes, version) => {
  expect(versionOf(bytes)).toBe(version);
});

it('waits for the version, however the bytes are cut', () => {
  const bytes = head(5, [0x90, 0x01]);
  const at = bytes.indexOf(Buffer.from('MQTT')) + 4;
  for (let end = 0; end <= at; end += 1) expect(versionOf(bytes.subarray(0, end))).toBeUndefined();
  expect(versionOf(bytes.subarray(0, at + 1))).toBe(5);
});
