import { bodies, type SignedIn } from '@flower-war/protocol';
import { Router } from 'express';
import type { House } from '../rooms/house.ts';
import { answering, parsed, Refused } from './route.ts';

export function guestRoutes(house: House): Router {
  const router = Router();
  const signIn = async (player: string, name: string): Promise<SignedIn> => ({
    player,
    name,
    ...(await house.tokens.issue(player, house.now())),
  });

  router.post(
    '/guests',
    answering(async ({ body }) => {
      const { player, name } = house.people.addGuest(parsed(bodies.guest, body).name, house.now());
      return signIn(player, name);
    }),
  );

  router.post(
    '/tokens',
    answering(async ({ body }) => {
      const player = await house.tokens.read(parsed(bodies.refresh, body).refresh, 'refresh', house.now());
      const person = player === undefined ? undefined : house.people.find(player);
      if (person === undefined) throw new Refused('unauthorized');
      return signIn(person.player, person.name);
    }),
  );
  return router;
}
