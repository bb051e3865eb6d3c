/** The packages that strangers install. Each is built from one room of the house. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export interface Pack {
  readonly room: string;
  /** The sub-paths that it shows. A room may show others to its neighbours. */
  readonly shows: readonly string[];
  /** A page loads it as it is: its libraries are in it, and loading it has an effect. */
  readonly isElement?: boolean;
}

export const PACKS = [
  { room: 'client-sdk', shows: ['.', './react', './lan', './oauth'] },
  { room: 'protocol', shows: ['.', './verify', './names', './paths', './temple'] },
  { room: 'rules', shows: ['.'] },
  { room: 'board', shows: ['.'], isElement: true },
] as const satisfies readonly Pack[];

/** What a room says of itself in its `package.json`. */
interface Room {
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

export function readRoom(room: string): Room {
  return JSON.parse(readFileSync(join(ROOT, room, 'package.json'), 'utf8'));
}

/** A page proves where a package was built only if the package names it. Forks have pages of their own. */
export function repositoryPage(): string | undefined {
  const { repository }: { repository?: string } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const { GITHUB_SERVER_URL: host, GITHUB_REPOSITORY: path } = process.env;
  return repository ?? (host && path && `${host}/${path}`);
}

/** The packages of the house by name, with their rooms. */
export function packagesOfHouse(): ReadonlyMap<string, string> {
  const text = readFileSync(join(ROOT, 'package.json'), 'utf8');
  const { workspaces }: { workspaces: readonly string[] } = JSON.parse(text);
  return new Map(workspaces.map((room) => [readRoom(room).name, room]));
}

/** The sources of the sub-paths, by the names that their built files have. */
export function entriesOf({ room, shows }: Pack): Readonly<Record<string, string>> {
  const { exports } = readRoom(room);
  return Object.fromEntries(
    shows.map((subPath) => {
      const source = exports[subPath];
      if (source === undefined)
        throw new Error(`${room}/package.json shows no ${subPath}: name it there, or not in PACKS`);
      return [entryName(subPath), join(ROOT, room, source)];
    }),
  );
}

/** A sub-path under the name that its built files have. */
function entryName(subPath: string): string {
  return subPath === '.' ? 'index' : subPath.slice('./'.length);
}

/** Whose libraries are in a package that brings them. */
export const THIRD_PARTY = 'THIRD-PARTY.md';

export type Manifest = ReturnType<typeof manifestOf>;

/**
 * The `package.json` that strangers get. `imports`: the packages that the built files really import. Those of the house are inside.
 */
export function manifestOf({ room, shows, isElement = false }: Pack, imports: readonly string[], repository?: string) {
  const { name, version, description, keywords, license, dependencies = {}, ...rest } = readRoom(room);
  const { peerDependencies = {}, peerDependenciesMeta } = rest;
  const own = imports.filter((used) => peerDependencies[used] === undefined);
  return {
    name,
    version,
    description,
    keywords,
    license,
    ...(repository !== undefined && { repository: { type: 'git', url: `git+${repository}.git`, directory: room } }),
    type: 'module',
    sideEffects: isElement,
    engines: { node: '>=20' },
    exports: { ...Object.fromEntries(shows.map((path) => [path, shown(path)])), './package.json': './package.json' },
    files: isElement ? ['lib', THIRD_PARTY] : ['lib'],
    ...(own.length > 0 && { dependencies: Object.fromEntries(own.map((used) => [used, pinned(used)])) }),
    ...(own.length < imports.length && { peerDependencies, ...(peerDependenciesMeta && { peerDependenciesMeta }) }),
    publishConfig: { access: 'public', provenance: true },
  };

  function pinned(used: string): string {
    const version = dependencies[used];
    if (version === undefined)
      throw new Error(`${room}/package.json must name ${used}, because its package imports it`);
    return version;
  }
}

/** TypeScript reads the conditions in order, so types come first. */
function shown(subPath: string) {
  const file = `./lib/${entryName(subPath)}`;
  return { types: `${file}.d.ts`, import: `${file}.js`, default: `${file}.js` };
}

/** From the house, to a path of any folder. */
export function copy(file: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(join(ROOT, file), to);
}

export function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
