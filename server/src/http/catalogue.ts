import { type CardList, type Catalogue, KEYS_PATH, openApi } from '@flower-war/protocol';
import { Router } from 'express';
import type { House } from '../rooms/house.ts';
import { answering, Refused } from './route.ts';

/** What this server hosts, and the key that its records are signed with. */
export function catalogueRoutes({ config, games, keys }: House): Router {
  const router = Router();
  const document = openApi(config.PUBLIC_URL || '/');
  const offered = games.all.map(({ game, bots }) => {
    const { id, rulesVersion, seats, usualSeats = seats[1], presets, options } = game;
    return { id, rulesVersion, seats, usualSeats, presets, options, bots: Object.keys(bots) };
  });
  router.get(
    '/api/games',
    answering(async () => ({ games: offered }) as unknown as Catalogue),
  );
  router.get(
    '/api/games/:game/cards',
    answering(async ({ params }): Promise<CardList> => {
      const hosted = games.get(String(params.game));
      if (hosted === undefined) throw new Refused('unknown-game');
      return { game: hosted.game.id, cards: [...(hosted.game.cards ?? [])] };
    }),
  );
  router.get(
    '/api/openapi.json',
    answering(async () => document),
  );
  router.get(
    KEYS_PATH,
    answering(async () => ({ keys: [{ kty: 'OKP', crv: 'Ed25519', hex: keys.published }] })),
  );
  return router;
}
