/** The real programs, each in one piece of code that can be begun again and again in one process. */
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Script } from 'node:vm';
import { build, type Plugin } from 'esbuild';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** A file, or the text of one that shows what a program is made of. */
const ENTRIES = {
  server: new URL('../../../server/testing/simulatedServer.ts', import.meta.url),
  store: new URL('../../../server/testing/simulatedStore.ts', import.meta.url),
  door: new URL('../../../launcher/src/door/main.ts', import.meta.url),
  broker: new URL('../../../bridge/broker/broker.ts', import.meta.url),
  bridge: `
    export { createLog, startBridge } from '@flower-war/bridge';
    export { TempleLink } from '@flower-war/client';
    export { WebSocket } from 'ws';`,
  temples: `export { startTwin } from '@flower-war/temple/twin';`,
  people: `
    export * from '@flower-war/client';
    export { WebSocket } from 'ws';
    export { PostOffice } from '../support/receivers.ts';
    export { StreamViewer } from '../support/viewers.ts';`,
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

/** A bundle, and the files in it. */
interface Made {
  readonly begin: Begin;
  readonly files: ReadonlySet<string>;
}

const KINDS = Object.keys(ENTRIES) as ProgramKind[];

let asTheyAre: Promise<ReadonlyMap<ProgramKind, Made>> | undefined;

/** Whether a program of the simulated house has this file. */
export async function isSimulated(file: string): Promise<boolean> {
  return [...(await plainPrograms()).values()].some(({ files }) => files.has(file));
}

function plainPrograms(): Promise<ReadonlyMap<ProgramKind, Made>> {
  asTheyAre ??= Promise.all(KINDS.map(async (kind) => [kind, await bundled(kind, [])] as const)).then(
    (all) => new Map(all),
  );
  return asTheyAre;
}

/** The programs as they are, or with faults in them. */
export async function programs(plants: readonly Plant[] = []): Promise<Programs> {
  const plain = await plainPrograms();
  const begins = [...plain].map(async ([kind, made]) => {
    const own = plants.filter(({ file }) => made.files.has(file));
    return [kind, own.length === 0 ? made.begin : (await bundled(kind, own)).begin] as const;
  });
  const missed = plants.find(({ file }) => ![...plain.values()].some(({ files }) => files.has(file)));
  if (missed !== undefined) throw new Error(`${missed.file} is in no program`);
  return new Map(await Promise.all(begins));
}

async function bundled(kind: ProgramKind, plants: readonly Plant[]): Promise<Made> {
  const entry: URL | string = ENTRIES[kind];
  const { outputFiles, metafile } = await build({
    ...(typeof entry === 'string'
      ? { stdin: { contents: entry, resolveDir: import.meta.dirname, loader: 'ts' } }
      : { entryPoints: [fileURLToPath(entry)] }),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node24',
    write: false,
    metafile: true,
    logLevel: 'error',
    absWorkingDir: ROOT,
    external: ['pg-native'],
    plugins: [asRead(plants)],
  });
  const [file] = outputFiles;
  const script = new Script(`(function(${GIVEN.join()}){${file?.text}\n})`, { filename: `${kind}.simulated.cjs` });
  const begin: Begin = (given) =>
    (script.runInThisContext() as (...all: unknown[]) => void)(...GIVEN.map((name) => given[name]));
  return { begin, files: new Set(Object.keys(metafile.inputs)) };
}

/** Each module goes on to find its own files, and has its plants. */
const asRead = (plants: readonly Plant[]): Plugin => ({
  name: 'as read',
  setup({ onLoad }) {
    onLoad({ filter: /\.m?[jt]s$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      const own = plants.filter(({ file }) => path === `${ROOT}${file}`);
      if (own.length === 0 && !text.includes('import.meta.')) return undefined;
      const contents = own
        .reduce(planted, text)
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)));
      return { contents, loader: path.endsWith('ts') ? 'ts' : 'js' };
    });
  },
});

function planted(text: string, { file, from, to }: Plant): string {
  if (!text.includes(from)) throw new Error(`${file} has no text ${JSON.stringify(from)}`);
  return text.replace(from, () => to);
}
