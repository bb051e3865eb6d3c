/** The routes that tell about the server: whether it lives, its keys, its words, and this interface. */
import { z } from 'zod';
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
    about: 'a few words for who opens the address',
    needs: 'nothing',
    answer: 'Words',
  },
  isLive: {
    about: 'whether the process answers at all',
    needs: 'nothing',
    answer: 'Live',
  },
  isReady: {
    about: 'whether it takes players; if not, why',
    needs: 'nothing',
    answer: 'Ready',
  },
  getMetrics: {
    about: 'for Prometheus, which may have the `METRICS_TOKEN` instead',
    needs: 'nothing',
    token: 'metrics',
    answer: 'Metrics',
  },
} as const satisfies RoutesOf;
