/** Frozen games: each version of the rules as one file, so that its records can be folded for ever. No such file ever changes. */
import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';
import { adapted, type FrozenGame } from '../src/catalogue/frozenEngine.ts';
import type { AnyGame } from '../src/catalogue/games.ts';
import { readGolden, replayedBy } from './goldenGames.ts';

const SOURCE = resolve(import.meta.dirname, '../src');
export const FOLDER = resolve(import.meta.dirname, '../frozen');

interface Freezing {
  readonly tells: string;
  /** Why this version cannot be frozen as the game is now. */
  readonly problems: readonly string[];
}

/** Freezes the version of a game, unless it is frozen. The game, and what is frozen, must play the golden games. */
export async function freezeGame(game: AnyGame, folder = FOLDER): Promise<Freezing> {
  const name = `${game.id}@${game.rulesVersion}`;
  const path = join(folder, `${name}.mjs`);
  const isFrozen = existsSync(path);
  const problems = [...deviations(game, name), ...(isFrozen ? deviations(await frozenIn(path), name) : [])];
  if (problems.length > 0) return { tells: `${name} does not play what its golden games hold:`, problems };
  if (isFrozen) return { tells: `${name} is frozen already`, problems };
  writeFileSync(path, bundled(game.id, name));
  return { tells: `${name} frozen`, problems };
}

function deviations(game: AnyGame, name: string): readonly string[] {
  if (readGolden(name).length === 0) return ['there are none: npm run do -- golden --write'];
  return replayedBy(game, name).deviations;
}

async function frozenIn(path: string): Promise<AnyGame> {
  const { game }: { readonly game: FrozenGame } = await import(pathToFileURL(path).href);
  return adapted(game);
}

function bundled(id: string, name: string): string {
  const constant = id.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  const { outputFiles } = buildSync({
    stdin: { contents: `export { ${constant} as game } from './/${id}/index.ts';`, resolveDir: SOURCE, loader: 'ts' },
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2024',
    charset: 'utf8',
    banner: {
      js: `// ${name}, part of Flower War. SPDX-License-Identifier: GPL-3.0-or-later\n// Written by "npm run do -- freeze"; do not edit.`,
    },
  });
  return outputFiles[0]?.text ?? '';
}
