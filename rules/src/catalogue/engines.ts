import type { AnyGame } from './anyGame.ts';
import { FROZEN } from './frozen.ts';
import { adapted, type FrozenGame } from './frozenGame.ts';
import { gameById } from './games.ts';

/** The engine that a record was played with: today's game if it has this version, else the frozen one. */
export async function engine(id: string, version: number): Promise<AnyGame | undefined> {
  const current = gameById(id);
  return current?.rulesVersion === version ? current : frozenEngine(id, version);
}

/** The engine as `npm run freeze` bundled it when this version was current. */
export async function frozenEngine(id: string, version: number): Promise<AnyGame | undefined> {
  const name = `${id}@${version}`;
  if (!FROZEN.includes(name)) return undefined;
  const { game }: { readonly game: FrozenGame } = await import(`../../frozen/${name}.mjs`);
  return adapted(game);
}
