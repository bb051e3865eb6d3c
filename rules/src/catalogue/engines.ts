import { frozenEngine } from './frozenEngine.ts';
import { type AnyGame, gameById } from './games.ts';

/** The engine that a record was played with: today's game if it has this version, else the frozen one. */
export async function engine(id: string, version: number): Promise<AnyGame | undefined> {
  const current = gameById(id);
  return current?.rulesVersion === version ? current : frozenEngine(id, version);
}
