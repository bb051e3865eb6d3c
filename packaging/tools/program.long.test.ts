/** The package `flower-war` in the hands of a host: installed from its file, in a folder outside the house. */
import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { COMMANDS } from '@flower-war/launcher/tools';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { install } from '../outside/place.ts';
import { testAsHost } from './host.fixture.ts';
import { tarballOf } from './packing.ts';
import { ROOT } from './packs.ts';
import { stageProgram } from './program.ts';

const into = mkdtempSync(join(tmpdir(), 'program-'));
/** As `npx` has it, in a folder whose name begins with a dot. */
const folder = join(into, '.host');
const lib = join(folder, 'node_modules/flower-war/lib');

beforeAll(async () => {
  const tarball = tarballOf(await stageProgram(into), into);
  // Nothing is fetched: the package needs no other.
  expect(await install(folder, ['--offline', tarball])).toEqual(['flower-war']);
}, 300_000);
afterAll(() => rmSync(into, { recursive: true }));

function textOf(file: string): string {
  const bytes = readFileSync(join(lib, file));
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
}

test('it is small, holds no path of the house that made it, and tells whose work is in it', () => {
  const files = globSync('**/*', { cwd: lib }).filter((file) => statSync(join(lib, file)).isFile());
  const bytes = files.map((file) => statSync(join(lib, file)).size).reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeLessThan(13.5e6);
  for (const file of files.filter((name) => /\.js(\.gz)?$/.test(name)))
    expect(textOf(file).includes(ROOT), file).toBe(false);
  const others = readFileSync(join(lib, '../THIRD-PARTY.md'), 'utf8');
  const named = [
    '@colyseus/core',
    'express',
    'mqtt',
    'aedes',
    'pg',
    'ioredis',
    'preact',
    'minisearch',
    'zod',
    'quickjs-emscripten-core',
  ];
  for (const name of [...named, '@fontsource/alegreya-sans', '@fontsource/almendra'])
    expect(others).toContain(`## ${name} `);
  const { components }: { components: readonly { name: string }[] } = JSON.parse(
    readFileSync(join(lib, '../sbom.json'), 'utf8'),
  );
  expect(components.map(({ name }) => others.includes(`## ${name} `))).not.toContain(false);
  expect(components.length).toBeGreaterThan(50);
});

const command = [process.execPath, join(folder, 'node_modules/.bin/flower-war')];
testAsHost({ command, folder }, Object.keys(COMMANDS));
