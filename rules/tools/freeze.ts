/** `npm run do -- freeze`: bundles every game as it is now, so that its records can be folded for ever. */

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { commandLine } from '@flower-war/protocol/command-line';
import { buildSync } from 'esbuild';
import { adapted, type FrozenGame } from '../src/catalogue/frozenEngine.ts';
import { type AnyGame, GAMES } from '../src/catalogue/games.ts';
import { readGolden, replayedBy } from './goldenGames.ts';

commandLine({
  name: 'do -- freeze',
  does: 'bundles every game as it is now, so that its records can be folded for ever',
});

const SOURCE = resolve(import.meta.dirname, '../src');
const FROZEN = resolve(import.meta.dirname, '../frozen');

for (const { game } of GAMES.values()) console.log(await freeze(game));
writeList();

async function freeze({ id, rulesVersion }: AnyGame): Promise<string> {
  const name = `${id}@${rulesVersion}`;
  const path = join(FROZEN, `${name}.mjs`);
  const bundle = bundled(id, name);
  if (existsSync(path) && readFileSync(path, 'utf8') === bundle) return `${name} is frozen already`;
  const problems = existsSync(path) ? await changes(bundle, name) : [];
  if (problems.length > 0) {
    process.exitCode = 1;
    return [`${name} plays otherwise than when it was frozen; bump its rulesVersion:`, ...problems].join('\n  ');
  }
  writeFileSync(path, bundle);
  return `${name} frozen`;
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

/** Where a new bundle plays the golden games of this version otherwise. */
async function changes(bundle: string, name: string): Promise<readonly string[]> {
  if (readGolden(name).length === 0) return ['no golden game of this version can show that it plays the same'];
  const url = `data:text/javascript;base64,${Buffer.from(bundle).toString('base64')}`;
  const { game }: { readonly game: FrozenGame } = await import(url);
  return replayedBy(adapted(game), name).deviations;
}

function writeList(): void {
  const names = readdirSync(FROZEN).filter((name) => name.endsWith('.mjs'));
  const list = names.toSorted().map((name) => `'${name.slice(0, -'.mjs'.length)}'`);
  const comment =
    '/** Written by `npm run do -- freeze`: the rules versions that lie in rules/frozen, as `id@version`. */';
  const path = join(SOURCE, 'catalogue/frozen.ts');
  writeFileSync(path, `${comment}\nexport const FROZEN: readonly string[] = [${list.join(', ')}];\n`);
  execFileSync('npx', ['biome', 'format', '--write', path], { stdio: 'ignore' });
}
