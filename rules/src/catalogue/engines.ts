import type { AnyGame } from '../contract/game.ts';
import { FROZEN } from './frozen.ts';
import { gameById } from './games.ts';

/** The engine that a record was played with: today's game if its version is that one, else the frozen one. */
export async function engine(id: string, version: number): Promise<AnyGame | undefined> {
  const current = gameById(id);
  return current?.rulesVersion === version ? current : frozenEngine(id, version);
}

/** The engine as it was bundled when that version was current. */
export async function frozenEngine(id: string, version: number): Promise<AnyGame | undefined> {
  const name = `${id}@${version}`;
  if (!FROZEN.includes(name)) return undefined;
  const { game }: { readonly game: AnyGame } = await import(`../../frozen/${name}.mjs`);
  return { heldBack, ...game };
}

/** The first versions kept such events in the same place, but did not say so. */
const heldBack: NonNullable<AnyGame['heldBack']> = (state) => state?.hidden?.events ?? [];
