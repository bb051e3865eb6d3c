import { Router } from 'express';
import { metricsDoor } from '../../operator/operatorToken.ts';
import type { House } from '../../services.ts';
import { sendRefusal } from '../request/route.ts';

/** For whoever keeps the process alive, sends it traffic, or watches it. */
export function healthRoutes(house: House): Router {
  const router = Router();
  router.get('/health/live', (_request, response) => void response.json({ live: true }));
  router.get('/health/ready', (_request, response) => {
    const { state } = house.readiness;
    if (state === 'ready') response.json({ ready: true });
    else sendRefusal(response, 'unavailable', state);
  });
  router.get('/metrics', metricsDoor(house), async (_request, response) => {
    const { registry } = house.metrics;
    response.type(registry.contentType).send(await registry.metrics());
  });
  return router;
}
