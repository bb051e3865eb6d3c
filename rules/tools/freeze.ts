/** `npm run do -- freeze`: bundles each game whose version is not frozen yet, so that its records can be folded for ever. */

import { execFileSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { commandLine } from '@flower-war/protocol/command-line';
import { GAMES } from '../src/catalogue/games.ts';
import { FOLDER, freezeGame } from './frozenGames.ts';

commandLine({
  name: 'do -- freeze',
  does: 'bundles each game whose version is not frozen yet, so that its records can be folded for ever',
});

for (const { game } of GAMES.values()) {
  const { tells, problems } = await freezeGame(game);
  console.log([tells, ...problems].join('\n  '));
  if (problems.length > 0) process.exitCode = 1;
}
writeList();
if (process.exitCode)
  console.log(
    'bump the rulesVersion; or, if this version was never released, delete its files in rules/golden and rules/frozen, then record and freeze it anew',
  );

function writeList(): void {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.mjs'));
  const list = names.toSorted().map((name) => `'${name.slice(0, -'.mjs'.length)}'`);
  const comment =
    '/** Written by `npm run do -- freeze`: the rules versions that lie in rules/frozen, as `id@version`. */';
  const path = resolve(import.meta.dirname, '../src/catalogue/frozen.ts');
  writeFileSync(path, `${comment}\nexport const FROZEN: readonly string[] = [${list.join(', ')}];\n`);
  execFileSync('npx', ['biome', 'format', '--write', path], { stdio: 'ignore' });
}
