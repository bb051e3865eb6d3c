/** Sends frames: states are copied, the buffer is bounded, and one callback of the event loop makes one write. */
import { Protocol } from '@colyseus/core';
import type { WebSocketClient } from '@colyseus/ws-transport';
import { GatheredFrames } from './gatheredFrames.ts';

export const MOST_BUFFERED_BYTES = 1024 * 1024;

/**
 * Colyseus passes the socket a view on its one encoder buffer. If the socket cannot take it all at once, the next patch
 * overwrites the waiting bytes, and a slow client reads states that never existed. So states are copied; all other
 * frames are fresh. A client that reads nothing is cut off before it fills the memory, and reconnects to a whole state.
 */
export function sendSafely(client: WebSocketClient): void {
  const { ref } = client;
  const send = client.raw.bind(client);
  const close = ref.close.bind(ref);
  const gathered = new GatheredFrames(ref);
  client.raw = (data, options, done) => {
    if (ref.bufferedAmount + gathered.bytes > MOST_BUFFERED_BYTES) return ref.terminate();
    if (done === undefined) return gathered.add(isState(data) ? Uint8Array.prototype.slice.call(data) : data);
    gathered.send();
    send(data, options, done);
  };
  ref.close = (code, why) => {
    gathered.send();
    close(code, why);
  };
}

function isState(frame: Uint8Array): boolean {
  return frame[0] === Protocol.ROOM_STATE || frame[0] === Protocol.ROOM_STATE_PATCH;
}
