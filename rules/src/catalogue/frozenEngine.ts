import type { AnyGame } from './anyGame.ts';
import { FROZEN } from './frozen.ts';
import { adapted, type FrozenGame } from './frozenGame.ts';

/** The engine as `npm run freeze` bundled it when this version was current. A browser loads no other version with it. */
export async function frozenEngine(id: string, version: number): Promise<AnyGame | undefined> {
  const name = `${id}@${version}`;
  if (!FROZEN.includes(name)) return undefined;
  const { game }: { readonly game: FrozenGame } = await import(`../../frozen/${name}.mjs`);
  return adapted(game);
}
