/** The games of the server: asked for once, while the player still signs in. */
import type { FlowerWarClient } from '@flower-war/client';

type Games = ReturnType<FlowerWarClient['games']>;

const asked = new WeakMap<FlowerWarClient, Games>();

export function gamesOf(client: FlowerWarClient): Games {
  const games = asked.get(client) ?? client.games();
  asked.set(client, games);
  games.catch(() => asked.delete(client)); // the next one who asks tries again
  return games;
}
