/** The route of the bridges. */
import { BRIDGE_ROOM } from '../../rooms/bridgeRoom.ts';
import { SERVICE } from '../../rooms/guardedRoom.ts';
import { reserveIn } from '../../rooms/roomPlaces.ts';
import type { SomeHandlers } from '../request/handler.ts';

/** All bridges share one room, because they all get the same messages. */
const THE_ROOM = { name: BRIDGE_ROOM, id: BRIDGE_ROOM, options: { id: BRIDGE_ROOM } };

export function bridgeHandlers() {
  return {
    connectBridge: async () => ({ connection: await reserveIn(THE_ROOM, SERVICE) }),
  } satisfies SomeHandlers;
}
