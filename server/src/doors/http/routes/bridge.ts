/** The door for bridges. */
import { Router } from 'express';
import { serviceDoor } from '../../operator/operatorToken.ts';
import { BRIDGE_ROOM } from '../../rooms/bridgeRoom.ts';
import { SERVICE } from '../../rooms/guardedRoom.ts';
import { reserveIn } from '../../rooms/roomPlaces.ts';
import type { House } from '../../services.ts';
import { answering } from '../request/route.ts';

/** One room for all of them: they are told the same. */
const THE_ROOM = { name: BRIDGE_ROOM, id: BRIDGE_ROOM, options: { id: BRIDGE_ROOM } };

export function bridgeRoutes(house: House): Router {
  const router = Router();
  router.post(
    '/api/bridge/connection',
    serviceDoor(house),
    answering(async () => ({ connection: await reserveIn(THE_ROOM, SERVICE) })),
  );
  return router;
}
