/** Sends frames: states are copied, the buffer is bounded, and one turn of the event loop makes one write. */
import type { Socket } from 'node:net';
import { Protocol } from '@colyseus/core';
import type { WebSocketClient } from '@colyseus/ws-transport';

export const MOST_BUFFERED_BYTES = 1024 * 1024;

/**
 * Colyseus passes the socket a view on its one encoder buffer. If the socket cannot take it all at once, the next patch
 * overwrites the waiting bytes, and a slow client reads states that never existed. So states are copied; all other
 * frames are fresh. A client that reads nothing is cut off before it fills the memory, and reconnects to a whole state.
 */
export function sendSafely(client: WebSocketClient): void {
  const send = client.raw.bind(client);
  const gather = gatherer(client);
  client.raw = (data, options, done) => {
    if (client.ref.bufferedAmount > MOST_BUFFERED_BYTES) return client.ref.terminate();
    gather();
    send(isState(data) ? Uint8Array.prototype.slice.call(data) : data, options, done);
  };
}

function isState(frame: Uint8Array): boolean {
  return frame[0] === Protocol.ROOM_STATE || frame[0] === Protocol.ROOM_STATE_PATCH;
}

/** Gathers private part, patch, events and answer in one write, because a write costs more than playing the move. */
function gatherer({ ref }: WebSocketClient): () => void {
  const { _socket: socket } = ref as unknown as { readonly _socket?: Socket };
  let isGathering = false;
  return () => {
    if (isGathering || socket === undefined) return;
    isGathering = true;
    socket.cork();
    setImmediate(() => {
      isGathering = false;
      socket.uncork();
    });
  };
}
