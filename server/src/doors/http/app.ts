/** The whole HTTP interface. Colyseus' own HTTP routes are never bound. */
import express, { type Express } from 'express';
import type { House } from '../services.ts';
import { handlersOf } from './handlers/handlers.ts';
import { routerOf } from './request/binding.ts';
import { counting, whileStopping } from './request/gates.ts';
import { allowOrigins } from './request/origins.ts';
import { refusing, sendRefusal } from './request/refusals.ts';
import { finding } from './request/way.ts';

export function createApp(house: House): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', house.config.TRUST_PROXY);
  app.use(finding, counting(house), allowOrigins(house.config), whileStopping(house));
  app.use('/matchmake', (_request, response) => sendRefusal(response, 'matchmaking-closed'));
  app.use(routerOf(house, handlersOf(house)));
  app.use((_request, response) => sendRefusal(response, 'not-found'));
  app.use(refusing(house));
  return app;
}
