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
    answer: 'OpenApi',
  },
  welcome: {
    about: 'a few words for people who open the address',
    answer: 'Words',
  },
  isLive: {
    about: 'whether the process answers at all',
    answer: 'Live',
  },
  isReady: {
    about: 'whether the server takes players; if not, why',
    answer: 'Ready',
  },
  getMetrics: {
    about: 'metrics for Prometheus, which may send the `METRICS_TOKEN` instead',
    token: 'metrics',
    answer: 'Metrics',
  },
} as const satisfies RoutesOf;
