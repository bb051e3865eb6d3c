/**
 * Colyseus hands the socket a view on its one encoder buffer. When the socket cannot take it all at once, the next patch
 * overwrites what still waits, and a slow client reads states that never were. So every frame is copied, and a client
 * that reads nothing is let go before it fills the memory: it comes back to a whole state.
 */
import type { WebSocketClient } from '@colyseus/ws-transport';

export const MOST_BUFFERED_BYTES = 1024 * 1024;

export function sendSafely(client: WebSocketClient): void {
  const send = client.raw.bind(client);
  client.raw = (data, options, done) => {
    if (client.ref.bufferedAmount > MOST_BUFFERED_BYTES) client.ref.terminate();
    else send(Uint8Array.prototype.slice.call(data), options, done);
  };
}
