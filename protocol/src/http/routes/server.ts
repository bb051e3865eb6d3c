/** Routes about the server: whether it works, its metrics, a welcome, and this interface. */
import * as z from 'zod';
import type { RoutesOf } from './route.ts';

export const serverAnswers = {
  Live: z.object({ live: z.literal(true) }),
  Ready: z.object({ ready: z.literal(true) }),
};

export const serverRoutes = {
  getDocument: {
    about: 'this interface, as OpenAPI 3.1',
    needs: 'nothing',
    answer: 'OpenApi',
  },
  welcome: {
    about: 'a few words for people who open the address',
    needs: 'nothing',
    answer: 'Words',
  },
  isLive: {
    about: 'whether the process answers at all',
    needs: 'nothing',
    answer: 'Live',
  },
  isReady: {
    about: 'whether the server takes players; if not, why',
    needs: 'nothing',
    answer: 'Ready',
  },
  getMetrics: {
    about: 'metrics for Prometheus, which may send the `METRICS_TOKEN` instead',
    needs: 'nothing',
    token: 'metrics',
    answer: 'Metrics',
  },
} as const satisfies RoutesOf;
