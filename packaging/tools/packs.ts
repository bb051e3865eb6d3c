/** The packages that strangers install. Each is built from one room of the house. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** What a room says of itself in its `package.json`. */
export interface Room {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly keywords: readonly string[];
  readonly license: string;
  readonly exports: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  /** What the program that installs the package brings, if it uses the sub-path that needs it. */
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional: boolean }>>;
}

export interface Pack {
  readonly room: string;
  /** The sub-paths that it shows. A room may show others to its neighbours. */
  readonly shows: readonly string[];
}

export const PACKS = [
  { room: 'client-sdk', shows: ['.', './react'] },
  { room: 'protocol', shows: ['.', './verify', './names', './paths', './temple'] },
  { room: 'rules', shows: ['.'] },
] as const satisfies readonly Pack[];

export function readRoom(room: string): Room {
  return JSON.parse(readFileSync(join(ROOT, room, 'package.json'), 'utf8'));
}

/** A sub-path under the name that its built files have. */
export function entryName(subPath: string): string {
  return subPath === '.' ? 'index' : subPath.slice('./'.length);
}

/** The sources of the sub-paths, by the names that their built files have. */
export function entriesOf({ room, shows }: Pack): Readonly<Record<string, string>> {
  const { exports } = readRoom(room);
  return Object.fromEntries(shows.map((subPath) => [entryName(subPath), sourceOf(room, subPath, exports)]));
}

function sourceOf(room: string, subPath: string, exports: Room['exports']): string {
  const source = exports[subPath];
  if (source === undefined) throw new Error(`${room}/package.json shows no ${subPath}: name it there, or not in PACKS`);
  return join(ROOT, room, source);
}

/** The packages of the house by name, with their rooms. */
export function packagesOfHouse(): ReadonlyMap<string, string> {
  const { workspaces }: { workspaces: readonly string[] } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  );
  return new Map(workspaces.map((room) => [readRoom(room).name, room]));
}
