import { expect, test } from 'vitest';
import { socketAddress } from './roomSocket.ts';

const place = { name: 'match', sessionId: 'S+1', roomId: 'room', processId: 'P', protocol: 1 };

test.each([
  ['http://127.0.0.1:2567', undefined, 'ws://127.0.0.1:2567/P/room?sessionId=S%2B1&protocol=1'],
  ['https://play.example', undefined, 'wss://play.example/P/room?sessionId=S%2B1&protocol=1'],
  ['https://example.org/flower-war/', undefined, 'wss://example.org/flower-war/P/room?sessionId=S%2B1&protocol=1'],
  ['HTTP://[::1]:1', undefined, 'ws://[::1]:1/P/room?sessionId=S%2B1&protocol=1'],
  ['https://play.example/a', 'two.example/b', 'wss://two.example/b/P/room?sessionId=S%2B1&protocol=1'],
  ['http://play.example', '10.0.0.1:80', 'ws://10.0.0.1:80/P/room?sessionId=S%2B1&protocol=1'],
])('at %s with the address %s', (url, publicAddress, address) => {
  expect(socketAddress(url, { ...place, ...(publicAddress !== undefined && { publicAddress }) })).toBe(address);
});
