/** The door for bridges. */
import { BRIDGE_ROOM } from '../../rooms/bridgeRoom.ts';
import { SERVICE } from '../../rooms/guardedRoom.ts';
import { reserveIn } from '../../rooms/roomPlaces.ts';
import type { SomeHandlers } from '../request/handler.ts';

/** One room for all of them: they are told the same. */
const THE_ROOM = { name: BRIDGE_ROOM, id: BRIDGE_ROOM, options: { id: BRIDGE_ROOM } };

export function bridgeHandlers() {
  return {
    connectBridge: async () => ({ connection: await reserveIn(THE_ROOM, SERVICE) }),
  } satisfies SomeHandlers;
}
