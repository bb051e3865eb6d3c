/** What is in the packages that strangers get, and what is not. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import ts from 'typescript';
import { beforeAll, describe, expect, test } from 'vitest';
import { packageIn, type Staged, stageAll } from './packing.ts';
import { PACKS, ROOT, readRoom } from './packs.ts';

const into = mkdtempSync(join(tmpdir(), 'packs-'));
const PAGE = 'https://example.org/flower/war';
let staged: readonly Staged[];

beforeAll(async () => {
  staged = await stageAll(into, PAGE);
}, 240_000);

const of = (room: string): Staged => staged.find((pack) => pack.room === room)!;
const textOf = (room: string, file: string) => readFileSync(join(of(room).folder, file), 'utf8');
const declarationsOf = (room: string) =>
  readdirSync(join(of(room).folder, 'lib'))
    .filter((file) => file.endsWith('.d.ts'))
    .map((file) => textOf(room, `lib/${file}`));

describe.each(PACKS.map(({ room }) => room))('%s', (room) => {
  test('says of itself what its room says, and where its sources lie', () => {
    const { name, version, license, description } = readRoom(room);
    const repository = { type: 'git', url: `git+${PAGE}.git`, directory: room };
    expect(of(room).manifest).toMatchObject({ name, version, license, description, repository });
    expect(JSON.parse(textOf(room, 'package.json'))).toEqual(of(room).manifest);
  });

  test('has a README whose links lead to the repository, since the package holds none of the pages', () => {
    const links = [...textOf(room, 'README.md').matchAll(/\]\(([^)]+)\)/g)].map(([, to = '']) => to);
    for (const to of links.filter((one) => one !== 'LICENSE')) expect(to).toMatch(/^(https:|#)/);
    for (const to of links.filter((one) => one.startsWith(`${PAGE}/blob/HEAD/`)))
      expect(existsSync(join(ROOT, to.slice(`${PAGE}/blob/HEAD/`.length).replace(/#.*/, ''))), to).toBe(true);
    expect(links).not.toEqual([]);
  });

  test('has declarations that import what its package.json names, and nothing else', () => {
    const { dependencies, peerDependencies } = of(room).manifest;
    const said = declarationsOf(room).flatMap((text) => [
      ...text.matchAll(/\b(?:from|import\()\s*["']([^."'][^"']*)/g),
    ]);
    const named = Object.keys({ ...dependencies, ...peerDependencies });
    expect(named).toEqual(expect.arrayContaining(said.map(([, from = '']) => packageIn(from))));
  });
});

describe('the MIT packages', () => {
  test('the client needs two small packages: no zod, no package of the house', () => {
    expect(Object.keys(of('client-sdk').manifest.dependencies ?? {})).toEqual(['@colyseus/schema', 'msgpackr']);
    for (const text of declarationsOf('client-sdk')) expect(text).not.toMatch(/\bzod\b|colyseus/i);
  });

  test('only the hooks of the client need React, and only a program that uses them installs it', () => {
    const { peerDependencies, peerDependenciesMeta } = of('client-sdk').manifest;
    expect(peerDependencies).toMatchObject({ react: '>=18' });
    expect(peerDependenciesMeta).toMatchObject({ react: { optional: true } });
    expect(withAllChunks('client-sdk', 'react.js')).toMatch(/from "react"/);
    expect(withAllChunks('client-sdk', 'index.js')).not.toMatch(/from "react"/);
  });

  test('only the finder of servers needs Node and a library for DNS, and only a program that uses it installs that', () => {
    const { peerDependencies, peerDependenciesMeta } = of('client-sdk').manifest;
    expect(peerDependencies).toMatchObject({ 'dns-packet': '^5.6.1' });
    expect(peerDependenciesMeta).toMatchObject({ 'dns-packet': { optional: true } });
    expect(withAllChunks('client-sdk', 'lan.js')).toMatch(/from "node:dgram"[\s\S]*from "dns-packet"/);
    for (const file of ['index.js', 'react.js'])
      expect(withAllChunks('client-sdk', file)).not.toMatch(/from "(node:|dns-packet)/);
  });

  test('the client holds code of the client, and of the protocol what needs no schema', () => {
    const foreign = of('client-sdk').bundle.sources.filter((file) => !file.startsWith('client-sdk/src/'));
    expect(foreign).toContain('protocol/src/http/routes/paths.ts');
    expect(
      foreign.filter(
        (file) => !/^protocol\/src\/(wire|state|http\/routes\/paths|hosting\/(lan|addresses))\b/.test(file),
      ),
    ).toEqual([]);
  });

  test('the protocol holds code of the protocol alone', () => {
    expect(of('protocol').bundle.sources.filter((file) => !file.startsWith('protocol/src/'))).toEqual([]);
  });

  test.each(['client-sdk', 'protocol'])('%s brings the MIT licence, and nothing under it asks for more', (room) => {
    expect(of(room).manifest.license).toBe('MIT');
    expect(textOf(room, 'LICENSE')).toMatch(/^MIT License/);
    expect(textOf(room, 'LICENSE')).not.toContain('GNU');
    const below = closure(Object.keys(of(room).manifest.dependencies ?? {}));
    expect(below.length).toBeGreaterThan(1);
    for (const name of below) expect(PERMISSIVE, name).toContain(installed(name).license);
  });
});

test('the rules need nothing, tell that their declarations are MIT, and bring both licences', () => {
  expect(of('rules').manifest).toMatchObject({ license: 'GPL-3.0-or-later' });
  expect(of('rules').manifest.dependencies).toBeUndefined();
  expect(of('rules').bundle.sources.filter((file) => !/^rules\/(src|frozen)\//.test(file))).toEqual([]);
  const license = textOf('rules', 'LICENSE');
  expect(license).toContain('The type declarations of this folder are under the MIT licence as well');
  expect(license).toContain('GNU GENERAL PUBLIC LICENSE');
  expect(textOf('rules', 'README.md')).toContain('type declarations');
});

/** The types of the client are judged where it lives; here the same lines are judged by what strangers get. */
test('the declarations of the client know each game as its sources do', () => {
  const lines = readFileSync(join(ROOT, 'client-sdk/src/types.test.ts'), 'utf8');
  const strangers = join(into, 'types.test.ts');
  writeFileSync(strangers, lines.replace("'./index.ts'", "'@flower-war/client'"));
  const paths = {
    '@flower-war/client': [join(of('client-sdk').folder, 'lib/index.d.ts')],
    vitest: [join(MODULES, 'vitest/dist/index.d.ts')],
  };
  const target = { target: 'ES2024', lib: ['ES2024', 'DOM'], module: 'NodeNext', types: [], noEmit: true };
  const strict = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true };
  const { options } = ts.convertCompilerOptionsFromJson({ ...target, ...strict, paths }, into);
  const faults = ts.getPreEmitDiagnostics(ts.createProgram([strangers], options));
  expect(faults.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))).toEqual([]);
});

test('verify costs a web page at most 60 KB', async () => {
  const verify = join(of('protocol').folder, 'lib/verify.js');
  const { outputFiles } = await build({
    stdin: { contents: `export { verify } from ${JSON.stringify(verify)};`, resolveDir: ROOT },
    nodePaths: [MODULES],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    logLevel: 'error', // it warns that chunks without side effects are dropped, which is wanted
  });
  const bytes = gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThanOrEqual(60 * 1024);
});

/** A file of a package, with all that it loads of the package. */
function withAllChunks(room: string, file: string): string {
  const texts = new Map<string, string>();
  const load = (path: string) => {
    if (texts.has(path)) return;
    const text = textOf(room, join('lib', path));
    texts.set(path, text);
    for (const [, said = ''] of text.matchAll(/(?:from|import)\s*"(\.[^"]+)"/g)) load(join(dirname(path), said));
  };
  load(file);
  return [...texts.values()].join('\n');
}

const PERMISSIVE = ['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause'];
const MODULES = join(ROOT, 'node_modules');

interface Installed {
  readonly license: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

function installed(name: string): Installed {
  return JSON.parse(readFileSync(join(MODULES, name, 'package.json'), 'utf8'));
}

/** These packages and all that they bring along on this machine. */
function closure(names: readonly string[]): readonly string[] {
  const all = new Set(names);
  for (const name of all) {
    const { dependencies = {}, optionalDependencies = {} } = installed(name);
    const native = Object.keys(optionalDependencies).filter((other) => existsSync(join(MODULES, other)));
    for (const below of [...Object.keys(dependencies), ...native]) all.add(below);
  }
  return [...all];
}
