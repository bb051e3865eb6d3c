/** Builds the packages that strangers install: a folder of each, and a file made of the folder. */

import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Bundle, bundle } from './bundle.ts';
import { emitDeclarations, type House, rollUp } from './declarations.ts';
import {
  entriesOf,
  type Manifest,
  manifestOf,
  PACKS,
  type Pack,
  packagesOfHouse,
  ROOT,
  readRoom,
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

/** Each package gets a folder of its own, made anew. `repository`: the address of the page where the sources lie. */
export async function stageAll(into: string, repository?: string): Promise<readonly Staged[]> {
  const house = declarationsOfHouse();
  const staged: Staged[] = [];
  for (const pack of PACKS) staged.push(await stage(pack, { house, folder: join(into, pack.room), repository }));
  return staged;
}

interface Staging {
  readonly house: House;
  readonly folder: string;
  readonly repository: string | undefined;
}

async function stage(pack: Pack, { house, folder, repository }: Staging): Promise<Staged> {
  rmSync(folder, { recursive: true, force: true });
  const built = await bundle(pack, join(folder, 'lib'));
  const entries = entriesOf(pack);
  for (const [name, source] of Object.entries(entries)) {
    const main = name === 'index' ? undefined : entries['index'];
    const values = built.shows.get(name) ?? [];
    write(join(folder, 'lib', `${name}.d.ts`), await rollUp({ source, values, main }, house));
  }
  const manifest = manifestOf(pack, built.imports, repository);
  write(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  write(join(folder, 'README.md'), readmeOf(pack.room, repository));
  write(join(folder, 'LICENSE'), licenseOf(pack.room));
  return { room: pack.room, folder, manifest, bundle: built };
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
  const rooms: readonly string[] = PACKS.map(({ room }) => room);
  const packages = [...packagesOfHouse()].filter(([, room]) => rooms.includes(room));
  const sources = new Map(
    packages.flatMap(([name, room]) =>
      Object.entries(readRoom(room).exports).map(([path, source]) => [join(name, path), join(ROOT, room, source)]),
    ),
  );
  return { sources, declarations: emitDeclarations(ROOT, [...sources.values()]) };
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
