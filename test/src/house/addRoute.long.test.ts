/** CONTRIBUTING.md tells the truth: a route is added in a copy of the tree by edits to the files that it lists, and works. */
import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { filesFor } from './contributing.ts';
import { copyOfTheTree } from './copyOfTheTree.ts';
import { plant, ROOT } from './scratch.ts';

interface Edit {
  readonly before: string;
  readonly added: string;
}

/** A route that tells the presets of a game. Each text is put before a place of its file. */
const ROUTE: Readonly<Record<string, readonly Edit[]>> = {
  'protocol/src/http/routes/paths.ts': [
    { before: '  listKeys:', added: "  listPresets: 'GET /api/games/{game}/presets',\n" },
  ],
  'protocol/src/http/routes/games.ts': [
    {
      before: 'export const gameAnswers = {\n',
      added: 'const presetList = z.object({ presets: z.array(presetId) });\n\n',
    },
    { before: '  PublishedKeys:', added: '  PresetList: presetList,\n' },
    {
      before: '  listKeys: {',
      added: "  listPresets: { about: 'its presets', answer: 'PresetList', codes: ['unknown-game'] },\n",
    },
  ],
  'protocol/src/http/examples/play.ts': [
    { before: '  PublishedKeys:', added: "  PresetList: { presets: ['flower-war'] },\n" },
  ],
  'server/src/doors/http/handlers/games.ts': [
    {
      before: '    listKeys:',
      added:
        '    listPresets: ({ params }) => ({ presets: games.get(params.game)?.game.presets.map(({ id }) => id) ?? [] }),\n',
    },
  ],
  'client-sdk/src/client.ts': [
    {
      before: '  /** The public matches that fit',
      added:
        "  async presets(game: string): Promise<readonly string[]> {\n    return (await this.http.call('listPresets', { params: { game } })).presets;\n  }\n\n",
    },
  ],
  'test/src/operator/routes.test.ts': [
    { before: "  await call('listCards'", added: "  await call('listPresets', { game: 'tieqchieq' });\n" },
  ],
};

test('a route needs the files that the page lists, and no other', async () => {
  expect(Object.keys(ROUTE).toSorted()).toEqual(filesFor('route').toSorted());
  const tree = copyForRoutes();
  for (const [file, edits] of Object.entries(ROUTE)) plant(tree, { [file]: edited(file, edits) });
  await run(tree, ['protocol/tools/docs.ts']);
  const types = run(tree, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.route.json']);
  const tests = ['test/src/operator/routes.test.ts', 'protocol/tools', 'protocol/src/http'];
  await Promise.all([types, run(tree, ['node_modules/vitest/vitest.mjs', 'run', ...tests])]);
});

function edited(file: string, edits: readonly Edit[]): string {
  return edits.reduce(
    (text, { before, added }) => {
      expect(text.split(before).length, `${before} in ${file}`).toBe(2);
      return text.replace(before, () => `${added}${before}`);
    },
    readFileSync(join(ROOT, file), 'utf8'),
  );
}

/** With settings by which the compiler reads only what a route touches. */
function copyForRoutes(): string {
  const tree = copyOfTheTree();
  onTestFinished(() => rmSync(tree, { recursive: true }));
  const include = ['protocol', 'server', 'client-sdk'].map((room) => `${room}/src/**/*.ts`);
  const settings = { extends: './tsconfig.json', include, exclude: ['**/*.test.ts', '**/*.fixture.ts'] };
  plant(tree, { 'tsconfig.route.json': JSON.stringify(settings) });
  return tree;
}

/** Fails with what the program said, if it fails. */
async function run(tree: string, args: readonly string[]): Promise<void> {
  const env = { ...process.env, CI: '', VITEST: undefined };
  await promisify(execFile)(process.execPath, args, { cwd: tree, env, maxBuffer: 2 ** 26 }).catch((error) => {
    throw new Error(`${args.join(' ')} failed: ${error.stdout}${error.stderr}`);
  });
}
