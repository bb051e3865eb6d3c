/** The `package.json` that strangers get. */
import { entryName, type Pack, type Room, readRoom } from './packs.ts';

const OLDEST_NODE = '>=20';

interface Shown {
  readonly types: string;
  readonly import: string;
  readonly default: string;
}

export interface Manifest extends Omit<Room, 'exports'> {
  readonly repository?: { readonly type: 'git'; readonly url: string; readonly directory: string };
  readonly type: 'module';
  readonly sideEffects: false;
  readonly engines: { readonly node: string };
  readonly exports: Readonly<Record<string, Shown | string>>;
  readonly files: readonly string[];
  readonly publishConfig: { readonly access: 'public'; readonly provenance: true };
}

/** `imports`: the packages that the built files really import. Those of the house are inside. */
export function manifestOf({ room, shows }: Pack, imports: readonly string[], repository?: string): Manifest {
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
    sideEffects: false,
    engines: { node: OLDEST_NODE },
    exports: { ...Object.fromEntries(shows.map((path) => [path, shown(path)])), './package.json': './package.json' },
    files: ['lib'],
    ...(own.length > 0 && { dependencies: Object.fromEntries(own.map((used) => [used, pinned(used)])) }),
    ...(own.length < imports.length && { peerDependencies, ...(peerDependenciesMeta && { peerDependenciesMeta }) }),
    publishConfig: { access: 'public', provenance: true },
  };

  function pinned(used: string): string {
    const wanted = dependencies[used];
    if (wanted === undefined) throw new Error(`${room}/package.json must name ${used}, because its package imports it`);
    return wanted;
  }
}

/** TypeScript reads the conditions in order, so types come first. */
function shown(subPath: string): Shown {
  const file = `./lib/${entryName(subPath)}`;
  return { types: `${file}.d.ts`, import: `${file}.js`, default: `${file}.js` };
}
