import { expect, test } from 'vitest';
import { connectPacket, packetReader, PING, publishPacket, subscribePacket, takenPacket } from './packets.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const bytes = (text: string) => new Uint8Array(Buffer.from(text.replaceAll(' ', ''), 'hex'));

test('packets are as the standard writes them', () => {
  const login = { id: 'ab', password: 'p', keepaliveS: 15, will: { topic: 't', text: 'x' } };
  expect(hex(connectPacket(login))).toBe(
    '101b 0004 4d515454 04 ee 000f 0002 6162 0001 74 0001 78 0002 6162 0001 70'.replaceAll(' ', ''),
  );
  expect(hex(publishPacket({ topic: 'a', text: 'hi', isRetained: true, id: 258 }))).toBe('33070001610102' + '6869');
  expect(hex(publishPacket({ topic: 'a', text: '', isRetained: false }))).toBe('3003000161');
  expect(hex(subscribePacket(1, ['a', 'b']))).toBe('820a0001000161010001' + '6201');
  expect(hex(takenPacket(513))).toBe('40020201');
  expect(hex(PING)).toBe('c000');
});

test('a length over 127 takes two bytes', () => {
  const long = publishPacket({ topic: 'a', text: 'x'.repeat(200), isRetained: false });
  expect(hex(long.subarray(0, 3))).toBe('30cb01');
  expect(packetReader()(long)).toEqual([{ kind: 'published', topic: 'a', text: 'x'.repeat(200), isRetained: false }]);
});

test('what comes is read, however it is cut', () => {
  const stream = bytes('20020000 3309 0003612f62 0007 6f6b 40020009 d000');
  for (const step of [1, 2, 3, 5, 100]) {
    const read = packetReader();
    const heard = [];
    for (let at = 0; at < stream.length; at += step) heard.push(...read(stream.subarray(at, at + step)));
    expect(heard).toEqual([
      { kind: 'welcome', code: 0 },
      { kind: 'published', topic: 'a/b', text: 'ok', isRetained: true, id: 7 },
      { kind: 'taken', id: 9 },
      { kind: 'other' },
    ]);
  }
});

test('letters of every language go there and back', () => {
  const said = { topic: 'a', text: '{"name":"Tláloc ñ 🐍"}', isRetained: true, id: 65_535 };
  expect(packetReader()(publishPacket(said))).toEqual([{ kind: 'published', ...said }]);
});

test('a packet without end is refused', () => {
  expect(() => packetReader()(bytes('30ffffff7f'))).toThrow('too long');
});
