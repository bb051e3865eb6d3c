/** Builds the packages that strangers install: a folder of each, and a file made of the folder. */

import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { buildElement } from '@flower-war/board/build';
import { builtOnce, hashOfSources } from '@flower-war/web/built';
import { build, type Metafile } from 'esbuild';
import { emitDeclarations, type House, rollUp } from './declarations.ts';
import { librariesIn, noticesOf } from './licences.ts';
import {
  entriesOf,
  type Manifest,
  manifestOf,
  PACKS,
  type Pack,
  packagesOfHouse,
  ROOT,
  readRoom,
  THIRD_PARTY,
  repositoryPage,
  write,
} from './packs.ts';

/** Packs every package into the folder and returns the paths of the files, by the names of the packages. */
export async function packAll(into: string): Promise<ReadonlyMap<string, string>> {
  const staged = await stageAll(into, repositoryPage());
  return new Map(staged.map((pack) => [pack.manifest.name, tarballOf(pack, into)]));
}

export interface Staged {
  readonly room: string;
  readonly folder: string;
  readonly manifest: Manifest;
  readonly bundle: Bundle;
}

/** What the packages are made of. Another version of a library changes package-lock.json. */
const SOURCES = [
  `{${PACKS.map(({ room }) => room).join()}}/{package.json,{src,testing,frozen}/**/*.{ts,tsx,css,svg,mjs,json}}`,
  '{words/src/**/*.{ts,json},board/build/*.ts}',
  'packaging/tools/{declarations,packing,packs}.ts',
  '{tsconfig,tsconfig.browser,package,package-lock}.json',
];

/** Each package gets a folder of its own, made anew. `repository`: the address of the page where the sources lie. */
export async function stageAll(into: string, repository?: string): Promise<readonly Staged[]> {
  const built = await builtOnce(join(ROOT, 'dist/packs', hashOfSources(ROOT, SOURCES)), buildAll);
  return PACKS.map((pack) => stage(pack, { built: join(built, pack.room), folder: join(into, pack.room), repository }));
}

/** The code and the types of all packages, which depend on the sources alone. */
async function buildAll(into: string): Promise<void> {
  const house = declarationsOfHouse();
  for (const pack of PACKS) {
    const lib = join(into, pack.room, 'lib');
    if ('isElement' in pack) {
      const source = join(ROOT, pack.room, 'src/public.ts');
      write(join(into, pack.room, 'bundle.json'), JSON.stringify(await element(lib)));
      const values = ['FlowerWarBoard'];
      write(join(lib, 'index.d.ts'), await rollUp({ source, values, main: undefined }, typesOfElement(house, source)));
      continue;
    }
    const { shows, ...told } = await bundle(pack, lib);
    const entries = entriesOf(pack);
    for (const [name, source] of Object.entries(entries)) {
      const main = name === 'index' ? undefined : entries['index'];
      const values = shows.get(name) ?? [];
      write(join(lib, `${name}.d.ts`), await rollUp({ source, values, main }, house));
    }
    write(join(into, pack.room, 'bundle.json'), JSON.stringify(told));
  }
}

interface Staging {
  readonly built: string;
  readonly folder: string;
  readonly repository: string | undefined;
}

function stage(pack: Pack, { built, folder, repository }: Staging): Staged {
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(built, 'lib'), join(folder, 'lib'), { recursive: true });
  const told: Bundle = JSON.parse(readFileSync(join(built, 'bundle.json'), 'utf8'));
  const manifest = manifestOf(pack, told.imports, repository);
  write(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  write(join(folder, 'README.md'), readmeOf(pack.room, repository));
  write(join(folder, 'LICENSE'), licenseOf(pack.room));
  if (pack.isElement) write(join(folder, THIRD_PARTY), noticesOf(librariesIn(told.sources), 'this package'));
  return { room: pack.room, folder, manifest, bundle: told };
}

const PACKED = ['LICENSE', 'package.json'];

/** Links out of the package lead to the repository, or become plain text if its address is unknown. */
function readmeOf(room: string, repository: string | undefined): string {
  return read(room, 'README.md').replace(/\[([^\]]+)\]\(([^)]+)\)/g, (link, label: string, to: string) => {
    if (/^(https?:|#)/.test(to) || PACKED.includes(to)) return link;
    return repository === undefined ? label : `[${label}](${repository}/blob/HEAD/${join(room, to)})`;
  });
}

/** The text of a licence that several rooms share lies at the root of the house. */
function licenseOf(room: string): string {
  const own = read(room, 'LICENSE');
  return readRoom(room).license.startsWith('GPL') ? `${own}\n${read('LICENSE')}` : own;
}

/** All sub-paths of all rooms that a package may take types from. */
function declarationsOfHouse(): House {
  const rooms: readonly string[] = PACKS.filter((pack) => !('isElement' in pack)).map(({ room }) => room);
  const packages = [...packagesOfHouse()].filter(([, room]) => rooms.includes(room));
  const sources = new Map(
    packages.flatMap(([name, room]) =>
      Object.entries(readRoom(room).exports).map(([path, source]) => [join(name, path), join(ROOT, room, source)]),
    ),
  );
  return { sources, declarations: emitDeclarations(ROOT, [...sources.values()]) };
}

/** The types of the element are those of a browser, which no other package knows. */
function typesOfElement({ sources, declarations }: House, source: string): House {
  const own = emitDeclarations(ROOT, [source], 'tsconfig.browser.json');
  return { sources, declarations: new Map([...declarations, ...own]) };
}

function read(...path: readonly string[]): string {
  return readFileSync(join(ROOT, ...path), 'utf8');
}

interface Tarred {
  readonly folder: string;
  readonly manifest: { readonly name: string; readonly version: string };
}

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
}

export function tarballOf({ folder, manifest }: Tarred, into: string): string {
  const words = ['pack', '--json', '--ignore-scripts', '--pack-destination', into];
  // Some versions of npm answer with a list, others with an object by name.
  const answer: Readonly<Record<string, Packed>> = JSON.parse(
    execFileSync('npm', words, { cwd: folder, encoding: 'utf8' }),
  );
  const [packed] = Object.values(answer);
  if (packed === undefined) throw new Error(`npm packed nothing in ${folder}`);
  const { filename, size, unpackedSize } = packed;
  console.log(`${manifest.name} ${manifest.version}: ${join(into, filename)}, ${size} bytes, ${unpackedSize} unpacked`);
  return join(into, filename);
}

// The JavaScript of a package: what its room and other rooms hold is in it, what npm installs is not.

/** Each of these reads ES2022 as it stands: Node 20, Deno, Bun, and the browsers since 2022. */
const TARGET = 'es2022';

interface Bundle {
  /** The packages that it imports, as npm names them. */
  readonly imports: readonly string[];
  /** The source files that are in it, relative to the house. */
  readonly sources: readonly string[];
}

interface Bundled extends Bundle {
  /** The values that each built file shows, by its name without `.js`. */
  readonly shows: ReadonlyMap<string, readonly string[]>;
}

async function bundle(pack: Pack, into: string): Promise<Bundled> {
  const house = [...packagesOfHouse().keys()];
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: { ...entriesOf(pack) },
    outdir: into,
    bundle: true,
    splitting: true,
    chunkNames: 'shared/[name]-[hash]',
    format: 'esm',
    platform: 'neutral',
    target: TARGET,
    sourcemap: true,
    metafile: true,
    logLevel: 'error',
    plugins: [
      {
        name: 'npm installs the rest',
        setup({ onResolve }) {
          // A path or a package of the house is bundled; any other package is left to npm.
          onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
            kind === 'entry-point' || house.includes(packageIn(path))
              ? undefined
              : { path, external: true, sideEffects: false },
          );
        },
      },
    ],
  });
  return { imports: importsOf(metafile), sources: sourcesOf(metafile), shows: shownBy(metafile) };
}

/** The element with all its libraries, by the build of its own room. */
async function element(into: string): Promise<Bundle> {
  const made = await buildElement(into, 'index.js');
  const files = made.flatMap(({ modules }) => modules).filter((id) => id.startsWith(ROOT));
  const sources = [...new Set(files.map((id) => relative(ROOT, id.replace(/\?.*$/, ''))))].sort();
  return { imports: [], sources };
}

/** `@scope/name/deep/file.js` is a file of the package `@scope/name`. */
export function packageIn(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function importsOf({ outputs }: Metafile): readonly string[] {
  const all = Object.values(outputs).flatMap(({ imports }) => imports);
  const named = all.filter(({ external, path }) => external && !path.startsWith('node:'));
  return [...new Set(named.map(({ path }) => packageIn(path)))].sort();
}

/** Files of which no byte is left are not in the package. */
function sourcesOf({ outputs }: Metafile): readonly string[] {
  const all = Object.values(outputs).flatMap(({ inputs }) => Object.entries(inputs));
  return [...new Set(all.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([file]) => file))].sort();
}

function shownBy({ outputs }: Metafile): Bundled['shows'] {
  const entries = Object.entries(outputs).filter(([, { entryPoint }]) => entryPoint !== undefined);
  return new Map(entries.map(([file, { exports }]) => [basename(file, '.js'), exports]));
}
