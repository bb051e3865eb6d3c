/** What is in the packages that strangers get, and what is not. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageIn } from './bundle.ts';
import { PACKS, ROOT, readRoom } from './packs.ts';
import { type Staged, stageAll } from './stage.ts';
import { sizeForPages } from './verifySize.ts';

const into = mkdtempSync(join(tmpdir(), 'packs-'));
const PAGE = 'https://example.org/flower/war';
let staged: readonly Staged[];

beforeAll(async () => {
  staged = await stageAll(into, PAGE);
}, 120_000);
afterAll(() => rmSync(into, { recursive: true }));

const of = (room: string): Staged => staged.find((pack) => pack.room === room)!;
const filesOf = (room: string, ending: string) =>
  readdirSync(of(room).folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith(ending));
const textOf = (room: string, file: string) => readFileSync(join(of(room).folder, file), 'utf8');

/** The packages that a text of JavaScript or of declarations imports, but for its own files. */
function importedIn(text: string): readonly string[] {
  const all = [...text.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)["']([^"']+)["']/g)].map(([, said = '']) => said);
  return [...new Set(all.filter((said) => !said.startsWith('.')).map(packageIn))].sort();
}

describe.each(PACKS.map(({ room }) => room))('%s', (room) => {
  test('says of itself what its room says', () => {
    const { name, version, license, description } = readRoom(room);
    expect(of(room).manifest).toMatchObject({
      name,
      version,
      license,
      description,
      type: 'module',
      sideEffects: false,
      engines: { node: '>=20' },
      repository: { type: 'git', url: `git+${PAGE}.git`, directory: room },
      publishConfig: { access: 'public', provenance: true },
    });
    expect(JSON.parse(textOf(room, 'package.json'))).toEqual(of(room).manifest);
    expect(description.length).toBeGreaterThan(20);
  });

  test('shows only files that are there, types first', () => {
    for (const [path, shown] of Object.entries(of(room).manifest.exports)) {
      if (typeof shown === 'string') continue;
      expect(Object.keys(shown), path).toEqual(['types', 'import', 'default']);
      for (const file of Object.values(shown)) expect(textOf(room, file).length, file).toBeGreaterThan(100);
    }
  });

  test('has a README whose links lead to the repository, since the package holds none of the pages', () => {
    const links = [...textOf(room, 'README.md').matchAll(/\]\(([^)]+)\)/g)].map(([, to = '']) => to);
    for (const to of links.filter((one) => one !== 'LICENSE')) expect(to).toMatch(/^(https:|#)/);
    for (const to of links.filter((one) => one.startsWith(`${PAGE}/blob/HEAD/`)))
      expect(existsSync(join(ROOT, to.slice(`${PAGE}/blob/HEAD/`.length).replace(/#.*/, ''))), to).toBe(true);
    expect(links).not.toEqual([]);
  });

  test('imports what its package.json names, and nothing else', () => {
    const { dependencies, peerDependencies } = of(room).manifest;
    const named = Object.keys({ ...dependencies, ...peerDependencies });
    const code = filesOf(room, '.js').flatMap((file) => importedIn(textOf(room, file)));
    const types = filesOf(room, '.d.ts').flatMap((file) => importedIn(textOf(room, file)));
    expect([...new Set(code)].sort()).toEqual(named.sort());
    expect(named).toEqual(expect.arrayContaining([...new Set(types)]));
  });

  test('brings a source map with the sources for each file of code', () => {
    for (const file of filesOf(room, '.js')) {
      const { sources, sourcesContent } = JSON.parse(textOf(room, `${file}.map`));
      expect(sourcesContent, file).toHaveLength(sources.length);
    }
  });
});

describe('the MIT packages', () => {
  test('the client needs two small packages: no zod, no package of the house', () => {
    expect(Object.keys(of('client-sdk').manifest.dependencies ?? {})).toEqual(['@colyseus/schema', 'msgpackr']);
    for (const file of filesOf('client-sdk', '.d.ts'))
      expect(textOf('client-sdk', file)).not.toMatch(/\bzod\b|colyseus/i);
    for (const file of filesOf('client-sdk', '.js')) expect(textOf('client-sdk', file)).not.toMatch(/from "zod/);
  });

  test('only the hooks of the client need React, and only a program that uses them installs it', () => {
    const { peerDependencies, peerDependenciesMeta } = of('client-sdk').manifest;
    expect(peerDependencies).toEqual({ react: '>=18' });
    expect(peerDependenciesMeta).toEqual({ react: { optional: true } });
    expect(withAllChunks('client-sdk', 'react.js')).toMatch(/from "react"/);
    expect(withAllChunks('client-sdk', 'index.js')).not.toMatch(/from "react"/);
    expect(textOf('client-sdk', 'lib/react.d.ts')).toContain('useMatch');
  });

  test('the client holds code of the client, and of the protocol what needs no schema', () => {
    const foreign = of('client-sdk').bundle.sources.filter((file) => !file.startsWith('client-sdk/src/'));
    expect(foreign).toContain('protocol/src/http/routes/paths.ts');
    expect(foreign.filter((file) => !/^protocol\/src\/(wire|state|http\/routes\/paths)\b/.test(file))).toEqual([]);
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

  test('the rules tell that their declarations are MIT, and bring both licences', () => {
    const license = textOf('rules', 'LICENSE');
    expect(of('rules').manifest.license).toBe('GPL-3.0-or-later');
    expect(license).toContain('The type declarations of this folder are under the MIT licence as well');
    expect(license).toContain('GNU GENERAL PUBLIC LICENSE');
    expect(textOf('rules', 'README.md')).toContain('type declarations');
  });
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
  const { options } = ts.convertCompilerOptionsFromJson({ ...STRICT, paths }, into);
  const faults = ts.getPreEmitDiagnostics(ts.createProgram([strangers], options));
  expect(faults.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))).toEqual([]);
});

const STRICT = {
  target: 'ES2024',
  lib: ['ES2024', 'DOM'],
  module: 'NodeNext',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  types: [],
};

test('the rules need nothing', () => {
  expect(of('rules').manifest.dependencies).toBeUndefined();
  expect(of('rules').bundle.sources.filter((file) => !/^rules\/(src|frozen)\//.test(file))).toEqual([]);
});

const MOST_BYTES = 60 * 1024;

test(`verify costs a web page at most ${MOST_BYTES} bytes`, async () => {
  const { bytes, parts } = await sizeForPages(join(of('protocol').folder, 'lib/verify.js'));
  const rows = [...parts].sort(([, a], [, b]) => b - a).map(([part, size]) => `${String(size).padStart(8)}  ${part}`);
  console.log([`verify: ${bytes} bytes compressed, of these parts (not compressed):`, ...rows].join('\n'));
  expect([...parts.keys()].sort()).toEqual(['@flower-war/protocol', '@noble/curves', '@noble/hashes', 'zod']);
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
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
