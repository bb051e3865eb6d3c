/** The whole HTTP interface. Colyseus' own HTTP routes are never bound. */
import express, { type Express } from 'express';
import { operatorDoor } from '../operator/operatorToken.ts';
import type { House } from '../services.ts';
import { counting, limiting, whileStopping } from './request/gates.ts';
import { allowOrigins } from './request/origins.ts';
import { readBodies, refusing, sendRefusal } from './request/route.ts';
import { afterRoutes } from './routes/afterwards.ts';
import { bridgeRoutes } from './routes/bridge.ts';
import { catalogueRoutes } from './routes/catalogue.ts';
import { guestRoutes } from './routes/guests.ts';
import { healthRoutes } from './routes/health.ts';
import { identityRoutes } from './routes/identity.ts';
import { lobbyRoutes } from './routes/lobby.ts';
import { matchRoutes } from './routes/matches.ts';
import { operatorRoutes } from './routes/operator.ts';
import { claimWords, templeRoutes } from './routes/temples.ts';
import { webhookRoutes } from './routes/webhooks.ts';

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
