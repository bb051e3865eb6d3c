import { type Catalogue, KEYS_PATH } from '@flower-war/protocol';
import { Router } from 'express';
import type { House } from '../rooms/house.ts';
import { answering } from './route.ts';

/** What this server hosts, and the key that its records are signed with. */
export function catalogueRoutes({ games, keys }: House): Router {
  const router = Router();
  const offered = games.all.map(({ game, bots }) => {
    const { id, rulesVersion, seats, presets, options } = game;
    return { id, rulesVersion, seats, presets, options, bots: Object.keys(bots) };
  });
  router.get(
    '/api/games',
    answering(async () => ({ games: offered }) as unknown as Catalogue),
  );
  router.get(
    KEYS_PATH,
    answering(async () => ({ keys: [{ kty: 'OKP', crv: 'Ed25519', hex: keys.published }] })),
  );
  return router;
}
