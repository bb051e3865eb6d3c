/** Stops the server without loss: writes under way are finished and answered, later ones get `retry`. */
import type { Server as HttpServer } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { matchMaker } from '@colyseus/core';
import type { Built } from './build.ts';
import type { PeerListener } from './doors/peers/peerListener.ts';
import { hasOthers } from './doors/rooms/handOver.ts';
import { sendAllAway } from './doors/rooms/online.ts';
import type { Services } from './doors/services.ts';
import type { WebClient } from './doors/web/webClient.ts';
import type { Heartbeat } from './heartbeat.ts';
import type { Upkeep } from './upkeep.ts';

/** How long clients have to leave by themselves. */
const FAREWELL_MS = 1000;

export interface Stoppable extends Built {
  readonly http: HttpServer;
  readonly web: WebClient;
  /** Absent if no other process can be there. */
  readonly peers: PeerListener | undefined;
  readonly upkeep: Upkeep;
  readonly heartbeat: Heartbeat;
}

export async function stopServer(stopping: Stoppable): Promise<void> {
  const { services, others, http, web, peers, upkeep, heartbeat, guard, leave, letGo } = stopping;
  services.readiness.phase = 'stopping'; // from here on the server refuses writes and answers moves with `retry`
  services.readiness.hasHandedOver = true; // a request or a look for due matches that is under way claims nothing any more
  others.stop();
  web.stop();
  await upkeep.stop();
  const sent = services.notices.sender.stop();
  http.close();
  services.temples.stop();
  services.bridges.stop();
  await services.matches.stop();
  await guard.idle();
  const isSucceeded = await leaveToOthers(services);
  await services.ratings.catchUp(); // finishes the current match; the next start rates the rest
  await nextTurn(); // sends the answers to the last writes
  await sendAllAway({ withinMs: FAREWELL_MS, spread: isSucceeded });
  await matchMaker.gracefullyShutdown();
  http.closeAllConnections();
  services.forwarder.stop();
  peers?.http.close();
  peers?.http.closeAllConnections();
  await sent;
  await heartbeat.beat();
  await leave().catch((err: unknown) => services.log.error({ err }, 'the matches of this process could not be freed'));
  services.meters.stop();
  await services.announcements.stop();
  await services.journal.close();
  letGo();
}

/** Frees all that this process owns before its people are sent away. Returns whether another process is there for it. */
async function leaveToOthers(services: Services): Promise<boolean> {
  const { journal, log, self } = services;
  try {
    if (!(await hasOthers(services))) return false;
    await journal.offerAll(self.id);
    return true;
  } catch (err) {
    log.error({ err }, 'the matches of this process could not be left to the others');
    return false;
  }
}
