/** The JavaScript of a package: what its room and other rooms hold is in it, what npm installs is not. */
import { basename } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { entriesOf, type Pack, packagesOfHouse, ROOT } from './packs.ts';

/** Each of these reads ES2022 as it stands: Node 20, Deno, Bun, and the browsers since 2022. */
const TARGET = 'es2022';

export interface Bundle {
  /** The packages that it imports, as npm names them. */
  readonly imports: readonly string[];
  /** The source files that are in it, relative to the house. */
  readonly sources: readonly string[];
  /** The values that each built file shows, by its name without `.js`. */
  readonly shows: ReadonlyMap<string, readonly string[]>;
}

export async function bundle(pack: Pack, into: string): Promise<Bundle> {
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

function shownBy({ outputs }: Metafile): Bundle['shows'] {
  const entries = Object.entries(outputs).filter(([, { entryPoint }]) => entryPoint !== undefined);
  return new Map(entries.map(([file, { exports }]) => [basename(file, '.js'), exports]));
}
