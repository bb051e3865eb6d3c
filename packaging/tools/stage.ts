/** Builds the packages into folders, from which npm packs them. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Bundle, bundle } from './bundle.ts';
import { emitDeclarations } from './declarations/emit.ts';
import { type RollUp, rollUp } from './declarations/rollUp.ts';
import { type Manifest, manifestOf } from './manifest.ts';
import { entriesOf, PACKS, type Pack, packagesOfHouse, ROOT, readRoom } from './packs.ts';

export interface Staged {
  readonly room: string;
  readonly folder: string;
  readonly manifest: Manifest;
  readonly bundle: Bundle;
}

/** Each package gets a folder of its own, made anew. `repository`: the address of the page where the sources lie. */
export async function stageAll(into: string, repository?: string): Promise<readonly Staged[]> {
  const given = declarationsOfHouse();
  const staged: Staged[] = [];
  for (const pack of PACKS) staged.push(await stage(pack, { given, folder: join(into, pack.room), repository }));
  return staged;
}

interface Staging {
  readonly given: RollUp;
  readonly folder: string;
  readonly repository: string | undefined;
}

async function stage(pack: Pack, { given, folder, repository }: Staging): Promise<Staged> {
  rmSync(folder, { recursive: true, force: true });
  const built = await bundle(pack, join(folder, 'lib'));
  const entries = entriesOf(pack);
  for (const [name, source] of Object.entries(entries)) {
    const main = name === 'index' ? undefined : entries['index'];
    const values = built.shows.get(name) ?? [];
    write(join(folder, 'lib', `${name}.d.ts`), await rollUp({ source, values, main }, given));
  }
  const manifest = manifestOf(pack, built.imports, repository);
  write(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  write(join(folder, 'README.md'), readmeOf(pack.room, repository));
  write(join(folder, 'LICENSE'), licenseOf(pack.room));
  return { room: pack.room, folder, manifest, bundle: built };
}

const PACKED = ['LICENSE', 'package.json'];

/** Strangers have the package alone: what links elsewhere leads to the repository, or is no link if that is not known. */
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
function declarationsOfHouse(): RollUp {
  const rooms: readonly string[] = PACKS.map(({ room }) => room);
  const house = new Map(
    [...packagesOfHouse()].flatMap(([name, room]) => (rooms.includes(room) ? sourcesIn(name, room) : [])),
  );
  return { house, declarations: emitDeclarations(ROOT, [...house.values()]) };
}

function sourcesIn(name: string, room: string): readonly (readonly [string, string])[] {
  return Object.entries(readRoom(room).exports).map(([subPath, source]) => [
    join(name, subPath),
    join(ROOT, room, source),
  ]);
}

function read(...path: readonly string[]): string {
  return readFileSync(join(ROOT, ...path), 'utf8');
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
