/** The whole HTTP interface. Colyseus' own HTTP routes are never bound. */
import express, { type Express } from 'express';
import { crawlerPages, pageHeads, previewPages } from '../pageHeads.ts';
import { BRIDGE_ROOM } from '../rooms/bridgeDesk.ts';
import { SERVICE } from '../rooms/connections.ts';
import { reserveIn } from '../rooms/roomPlaces.ts';
import type { Services } from '../services.ts';
import { lostPages, type WebClient, webPages } from '../webPages.ts';
import { accountHandlers, signInHandlers, tieHandlers, webhookHandlers } from './handlers/account.ts';
import { actionHandlers, lobbyHandlers, matchHandlers, plainHandlers } from './handlers/matches.ts';
import { operatorHandlers } from './handlers/operator.ts';
import { pastMatchHandlers } from './handlers/pastMatches.ts';
import { gameHandlers, serverHandlers } from './handlers/server.ts';
import { templeHandlers } from './handlers/temples.ts';
import { tournamentHandlers } from './handlers/tournaments.ts';
import { routerOf } from './request/binding.ts';
import { finding, type Handlers, type SomeHandlers } from './request/findRoute.ts';
import { allowOrigins, banningNetworks, counting, limiting, speaking, whileStopping } from './request/gates.ts';
import { refusing, refusingAddress, sendRefusal } from './request/refusals.ts';

export function createApp(services: Services, web: WebClient): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', services.config.TRUST_PROXY);
  app.use(finding, counting(services), allowOrigins(services.config), speaking, whileStopping(services));
  app.use(banningNetworks(services), limiting(services));
  const heads = pageHeads(services);
  if (services.config.WEB === 'on') app.use(previewPages(services), crawlerPages(services));
  app.use(webPages(web, heads));
  app.use('/matchmake', (_request, response) => sendRefusal(response, 'matchmaking-closed'));
  app.use(routerOf(services, handlersOf(services)));
  app.use(refusingAddress);
  app.use(lostPages(web, heads), refusing(services));
  return app;
}

// The handler of each route.

// The route of the bridges.

/** All bridges share one room, because they all get the same messages. */
const THE_ROOM = { name: BRIDGE_ROOM, id: BRIDGE_ROOM, options: { id: BRIDGE_ROOM } };

function bridgeHandlers() {
  return {
    connectBridge: async () => ({ connection: await reserveIn(THE_ROOM, SERVICE) }),
  } satisfies SomeHandlers;
}

function handlersOf(services: Services): Handlers {
  return {
    ...signInHandlers(services),
    ...accountHandlers(services),
    ...tieHandlers(services),
    ...webhookHandlers(services),
    ...gameHandlers(services),
    ...matchHandlers(services),
    ...plainHandlers(services),
    ...actionHandlers(services),
    ...pastMatchHandlers(services),
    ...lobbyHandlers(services),
    ...tournamentHandlers(services),
    ...templeHandlers(services),
    ...serverHandlers(services),
    ...operatorHandlers(services),
    ...bridgeHandlers(),
  };
}
