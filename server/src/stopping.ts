/** Stops the server so that nothing is lost: what was begun is written and answered, the rest is to be asked again. */
import type { Server as HttpServer } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { matchMaker } from '@colyseus/core';
import type { Built } from './build.ts';
import { sendAllAway } from './doors/rooms/online.ts';
import type { Upkeep } from './upkeep.ts';

/** How long a client has to say goodbye. */
const FAREWELL_MS = 1000;

export interface Stoppable extends Built {
  readonly http: HttpServer;
  readonly upkeep: Upkeep;
}

export async function stopServer({ services, http, upkeep, guard, letGo }: Stoppable): Promise<void> {
  services.readiness.phase = 'stopping'; // from here on nothing new is written, and moves are answered `retry`
  upkeep.stop();
  const sent = services.notices.sender.stop();
  http.close();
  services.temples.stop();
  await services.matches.stop();
  await guard.idle();
  await services.ratings.catchUp(); // what it is at is finished; the rest comes after the next start
  await nextTurn(); // the answers to what was written last are on their way
  await sendAllAway(FAREWELL_MS);
  await matchMaker.gracefullyShutdown();
  http.closeAllConnections();
  await sent;
  await upkeep.beat();
  await services.journal.close();
  letGo();
}
