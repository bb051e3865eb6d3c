/** The real programs, each in one piece of code that can be begun again and again in one process. */
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Script } from 'node:vm';
import { build, type Plugin } from 'esbuild';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

const ENTRIES = {
  server: new URL('../../../server/testing/simulatedServer.ts', import.meta.url),
  store: new URL('../../../server/testing/simulatedStore.ts', import.meta.url),
  door: new URL('../../../launcher/src/door/main.ts', import.meta.url),
  broker: new URL('../../../bridge/broker/broker.ts', import.meta.url),
  bridge: new URL('./programs/bridge.ts', import.meta.url),
  temples: new URL('./programs/temples.ts', import.meta.url),
  people: new URL('./programs/people.ts', import.meta.url),
} as const;

export type ProgramKind = keyof typeof ENTRIES;

/** What a program finds around it. A bundle is a function of these. */
const GIVEN = [
  'require',
  'module',
  'exports',
  'globalThis',
  'global',
  'process',
  'console',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'clearTimeout',
  'clearInterval',
  'clearImmediate',
  'Date',
  'Math',
  'performance',
  'crypto',
  'fetch',
  'AbortSignal',
  'WebSocket',
] as const;

export type Given = Readonly<Record<(typeof GIVEN)[number], unknown>>;

export type Begin = (given: Given) => void;

export type Programs = ReadonlyMap<ProgramKind, Begin>;

/** A text of the code that is replaced by another one, to see whether the fault is found. */
export interface Plant {
  /** From the root. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

let asTheyAre: Promise<Programs> | undefined;

/** The programs as they are, or with faults in them. */
export function programs(plants: readonly Plant[] = []): Promise<Programs> {
  if (plants.length > 0) return bundled(plants);
  asTheyAre ??= bundled([]);
  return asTheyAre;
}

async function bundled(plants: readonly Plant[]): Promise<Programs> {
  const left = new Set(plants);
  const kinds = Object.keys(ENTRIES) as ProgramKind[];
  const made = await Promise.all(kinds.map(async (kind) => [kind, await oneBundle(kind, { plants, left })] as const));
  const [missed] = left;
  if (missed !== undefined) throw new Error(`${missed.file} has no text ${JSON.stringify(missed.from)}`);
  return new Map(made);
}

interface Planting {
  readonly plants: readonly Plant[];
  /** Those that were not made yet. */
  readonly left: Set<Plant>;
}

async function oneBundle(kind: ProgramKind, planting: Planting): Promise<Begin> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(ENTRIES[kind])],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node24',
    write: false,
    logLevel: 'error',
    external: ['pg-native'],
    plugins: [asRead(planting)],
  });
  const [file] = outputFiles;
  const script = new Script(`(function(${GIVEN.join()}){${file?.text}\n})`, { filename: `${kind}.simulated.cjs` });
  return (given) => (script.runInThisContext() as (...all: unknown[]) => void)(...GIVEN.map((name) => given[name]));
}

/** Each module goes on to find its own files, and has its plants. */
const asRead = ({ plants, left }: Planting): Plugin => ({
  name: 'as read',
  setup({ onLoad }) {
    onLoad({ filter: /\.m?[jt]s$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      const own = plants.filter(({ file, from }) => path === `${ROOT}${file}` && text.includes(from));
      if (own.length === 0 && !text.includes('import.meta.')) return undefined;
      for (const plant of own) left.delete(plant);
      const contents = own
        .reduce((planted, { from, to }) => planted.replace(from, () => to), text)
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)));
      return { contents, loader: path.endsWith('ts') ? 'ts' : 'js' };
    });
  },
});
