/** How frames leave: copied, in bounded number, and all of one turn of the event loop in one write. */
import type { Socket } from 'node:net';
import { Protocol } from '@colyseus/core';
import type { WebSocketClient } from '@colyseus/ws-transport';

export const MOST_BUFFERED_BYTES = 1024 * 1024;

/**
 * Colyseus hands the socket a view on its one encoder buffer. When the socket cannot take it all at once, the next patch
 * overwrites what still waits, and a slow client reads states that never were. So states are copied (all other frames
 * are fresh), and a client that reads nothing is let go before it fills the memory: it comes back to a whole state.
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

/** A write to the kernel costs more than all that the rules do; private part, patch, events and answer share one. */
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
