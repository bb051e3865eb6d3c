/** The whole HTTP interface. Colyseus' own HTTP routes are never bound. */
import express, { type Express } from 'express';
import type { Services } from '../services.ts';
import type { WebClient } from '../web/webClient.ts';
import { lostPages, webPages } from '../web/webPages.ts';
import { handlersOf } from './handlers/handlers.ts';
import { routerOf } from './request/binding.ts';
import { finding } from './request/findRoute.ts';
import { banningNetworks, counting, limiting, speaking, whileStopping } from './request/gates.ts';
import { allowOrigins } from './request/origins.ts';
import { refusing, refusingAddress, sendRefusal } from './request/refusals.ts';

export function createApp(services: Services, web: WebClient): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', services.config.TRUST_PROXY);
  app.use(finding, counting(services), allowOrigins(services.config), speaking, whileStopping(services));
  app.use(banningNetworks(services), limiting(services));
  app.use(webPages(web));
  app.use('/matchmake', (_request, response) => sendRefusal(response, 'matchmaking-closed'));
  app.use(routerOf(services, handlersOf(services)));
  app.use(refusingAddress);
  app.use(lostPages(web), refusing(services));
  return app;
}
