/** The whole HTTP interface. Colyseus' own HTTP routes are never bound. */
import express, { type Express } from 'express';
import type { House } from '../rooms/house.ts';
import { afterRoutes } from './after.ts';
import { bridgeRoutes } from './bridge.ts';
import { catalogueRoutes } from './catalogue.ts';
import { counting, limiting, whileStopping } from './gates.ts';
import { guestRoutes } from './guests.ts';
import { healthRoutes } from './health.ts';
import { identityRoutes } from './identity.ts';
import { lobbyRoutes } from './lobby.ts';
import { matchRoutes } from './matches.ts';
import { operatorRoutes } from './operator.ts';
import { operatorDoor } from './operatorToken.ts';
import { allowOrigins } from './origins.ts';
import { readBodies, refusing, sendRefusal } from './route.ts';
import { claimWords, templeRoutes } from './temples.ts';
import { webhookRoutes } from './webhooks.ts';

export function createApp(house: House): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', house.config.TRUST_PROXY);
  const door = operatorDoor(house);
  app.use(counting(house), allowOrigins(house.config), whileStopping(house));
  app.use('/matchmake', (_request, response) => sendRefusal(response, 'matchmaking-closed'));
  app.use(limiting(house));
  readBodies(app);
  app.use(healthRoutes(house), operatorRoutes(house, door), bridgeRoutes(house));
  app.use(catalogueRoutes(house));
  app.use('/api', guestRoutes(house), identityRoutes(house), webhookRoutes(house));
  app.use('/api', lobbyRoutes(house), matchRoutes(house), afterRoutes(house), templeRoutes(house));
  app.get('/', (_request, response) => void response.type('text/plain').send(WELCOME));
  app.get('/claim', ({ query }, response) => void response.type('text/plain').send(claimWords(query)));
  app.use((_request, response) => sendRefusal(response, 'not-found'));
  app.use(refusing(house));
  return app;
}

const WELCOME = `Flower War: a game server.

GET  /api/games     the games it hosts, with their options
GET  /api/matches   public matches
GET  /health/ready  whether it takes players

Play from a terminal: npm run play
`;
