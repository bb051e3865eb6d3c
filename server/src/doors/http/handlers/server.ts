/** What the server tells about itself: to programs of the host, and to people who open its address. */
import { openApi } from '@flower-war/protocol';
import { Refused } from '../../../base/refused.ts';
import type { Services } from '../../services.ts';
import type { Sending, SomeHandlers } from '../request/handler.ts';
import { sendAnswer, unchanging } from '../request/unchanging.ts';

export function serverHandlers({ config, metrics: { registry }, readiness }: Services) {
  const document = unchanging(openApi(config.PUBLIC_URL || '/'));
  return {
    isLive: () => ({ live: true }),
    isReady: () => {
      if (readiness.state !== 'ready') throw new Refused('unavailable', readiness.state);
      return { ready: true };
    },
    getMetrics: async () => {
      const text = await registry.metrics();
      return (response) => response.type(registry.contentType).send(text);
    },
    getDocument: () => (response) => sendAnswer(response, document),
    welcome: () => words(WELCOME),
  } satisfies SomeHandlers;
}

export function words(text: string): Sending {
  return (response) => response.type('text/plain').send(text);
}

const WELCOME = `Flower War: a game server.

GET  /api/games     the games it hosts, with their options
GET  /api/matches   public matches
GET  /health/ready  whether it takes players

Play from a terminal: npm run play
`;
