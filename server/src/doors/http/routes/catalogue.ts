import { type CardList, type Catalogue, KEYS_PATH, openApi } from '@flower-war/protocol';
import { resolveOptions } from '@flower-war/rules';
import { Router } from 'express';
import { type Hosted, seatNamesOf } from '../../../base/hostedGames.ts';
import { Refused } from '../../../base/refused.ts';
import type { House } from '../../services.ts';
import { answering } from '../request/route.ts';

/** What this server hosts, and the key that its records are signed with. */
export function catalogueRoutes({ config, games, keys }: House): Router {
  const router = Router();
  const document = openApi(config.PUBLIC_URL || '/');
  const offered = games.all.map((hosted) => {
    const { game, bots } = hosted;
    const { id, rulesVersion, seats, usualSeats = seats[1], presets, options } = game;
    return {
      id,
      rulesVersion,
      seats,
      usualSeats,
      presets,
      options,
      bots: Object.keys(bots),
      seatNames: usualSeatNames(hosted),
    };
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

/** By the number of seats, under the options that a match has whose maker chooses none. */
function usualSeatNames(hosted: Hosted): Readonly<Record<string, readonly string[]>> {
  const usual = resolveOptions(hosted.game, undefined, {});
  const [fewest, most] = hosted.game.seats;
  const counts = Array.from({ length: most - fewest + 1 }, (_, more) => fewest + more);
  return Object.fromEntries(counts.map((seats) => [seats, seatNamesOf(hosted, usual.ok ? usual.options : {}, seats)]));
}
