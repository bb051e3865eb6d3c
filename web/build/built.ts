/** The folder with the page, built if its sources have changed since; and that with the documents for players, if it was built. */
import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { buildElement, PREACT } from '@flower-war/board/build';
import { dropAbandoned, isRunning } from '@flower-war/protocol/work-folder';
import { addInstall, type Made } from './install.ts';

/** This many builds always stay, and so long each that was used: a process may still serve it, and pages that are open ask for its files. */
const KEPT = 3;
const KEPT_MS = 7 * 86_400_000;
/** Beyond this those go whose last use is longest ago. */
const MOST_BYTES = 100_000_000;

const UNDER_WAY = 'building-';
const ABANDONED_MS = 3_600_000;
const STANDS_STILL_MS = 180_000;

/** The bundler reads this when it is loaded. With one thread that gives memory back at once it needs half as much. */
const FRUGAL = {
  RAYON_NUM_THREADS: '1',
  TOKIO_WORKER_THREADS: '1',
  MIMALLOC_PURGE_DELAY: '0',
  MIMALLOC_ARENA_EAGER_COMMIT: '0',
};

export async function builtPage(root: string): Promise<string> {
  const page = join(root, 'web');
  return builtOnce(join(page, 'dist', hashOfSources(root)), async (own) => {
    Object.assign(process.env, FRUGAL);
    const made = await bundle(page, own);
    await buildElement(join(own, 'assets'), `embed-${hashOfSources(root).slice(0, 8)}.js`);
    compressIn(own, 'assets/*.{js,css,svg}');
    await addInstall(page, own, made);
  });
}

/** What every page needs is one file: a browser asks for six at a time, and each turn costs the way there and back. */
const FIRST = { name: 'first', tags: ['$initial' as const] };

async function bundle(page: string, folder: string): Promise<Made> {
  const { build } = await import('vite'); // only here, because it takes long to load
  const made = await build({
    root: page,
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'warn',
    resolve: { alias: PREACT },
    // Whatever NODE_ENV says, the same sources make the same page.
    mode: 'production',
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    worker: { format: 'es' }, // it loads the rules of a record when it knows them
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: 0, // the policy of the page allows no data in addresses
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: { output: { codeSplitting: { groups: [FIRST] } } },
    },
  });
  return 'output' in made ? made.output : [];
}

/** Where the documents for players lie once `npm run do -- site --players` has built them as they are now. */
export const docsFolder = (root: string): string => join(root, 'dist/docs', hashOfSources(root, DOCUMENTS));

/**
 * What another process builds is waited for. Should several begin at once, each builds in a folder of its own, which it renames when it
 * is done.
 */
export async function builtOnce(folder: string, build: (own: string) => Promise<unknown>): Promise<string> {
  dropAbandoned(join(dirname(folder), UNDER_WAY));
  while (!existsSync(folder) && isBuiltElsewhere(folder)) await wait(100);
  if (existsSync(folder)) return noteUse(folder);
  const all = dirname(folder);
  const own = join(all, `${underWay(folder)}${process.pid}`);
  mkdirSync(own, { recursive: true });
  await build(own);
  settle(own, folder);
  removeOld(all);
  return folder;
}

/** The date of a build tells when it was last used. Another user may own it: that one notes the use, then. */
function noteUse(folder: string): string {
  try {
    utimesSync(folder, new Date(), new Date());
  } catch {
    // It stays as long as its date says.
  }
  return folder;
}

const underWay = (folder: string): string => `${UNDER_WAY}${basename(folder)}-`;

/** A process that was killed may have left its folder, and one that stands still is not waited for. */
function isBuiltElsewhere(folder: string): boolean {
  const [all, begun] = [dirname(folder), underWay(folder)];
  const names = existsSync(all) ? readdirSync(all).filter((name) => name.startsWith(begun)) : [];
  return names.some((name) => {
    const builder = Number(name.slice(begun.length));
    return builder !== process.pid && isRunning(builder) && Date.now() - changedAt(join(all, name)) < STANDS_STILL_MS;
  });
}

function settle(own: string, folder: string): void {
  try {
    renameSync(own, folder);
  } catch (error) {
    rmSync(own, { recursive: true });
    if (!existsSync(folder)) throw error; // another process was faster, or this one may not write here
  }
}

/** Also what a build left behind that stands still, or whose number another process has now. */
function removeOld(all: string): void {
  const dead = readdirSync(all).filter((name) => name.startsWith(UNDER_WAY));
  for (const name of dead.map((one) => join(all, one)))
    if (Date.now() - changedAt(name) > ABANDONED_MS) rmSync(name, { recursive: true, force: true });
  const builds = readdirSync(all)
    .filter((name) => !name.startsWith(UNDER_WAY))
    .map((name) => join(all, name))
    .sort((a, b) => changedAt(b) - changedAt(a));
  let bytes = 0;
  for (const [index, build] of builds.entries()) {
    bytes += bytesOf(build);
    const until = changedAt(builds[index - 1] ?? build); // a server that may not note its use goes on with it until then
    const isWanted = Date.now() - until < KEPT_MS && bytes <= MOST_BYTES;
    if (index >= KEPT && !isWanted) rmSync(build, { recursive: true, force: true });
  }
}

/** Another process may delete it meanwhile. */
const bytesOf = (folder: string): number =>
  globSync('**/*', { cwd: folder })
    .map((file) => statSync(join(folder, file), { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size, 0);

/** Another process may have renamed or deleted it just now. */
const changedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();

/** The server sends these copies to every browser that can read them. */
export function compressIn(folder: string, pattern: string): void {
  for (const file of globSync(pattern, { cwd: folder }).map((name) => join(folder, name)))
    writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }));
}

// What the page and the documents are made of. A build lies in a folder named by the hash of all this.

/** From the root of the repository. Another version of a library changes package-lock.json. */
const SOURCES = [
  'web/index.html',
  '{web,board}/{src,build}/**/*.{ts,tsx,css,svg,json}',
  '{words,client-sdk,protocol}/src/**/*.{ts,json}',
  'rules/{frozen/*.mjs,src/**/*.{ts,json}}',
  'temple/{twin,shared}/**/*.ts',
  '{web,board,words,client-sdk,protocol,rules,temple}/package.json',
  'package-lock.json',
];

const DOCUMENTS = ['docs/{**/*.md,web/board-*.webp}', 'packaging/site/*.{ts,css}', 'package.json', 'package-lock.json'];

const isTest = (file: string) => /\.(test|fixture|contract)\.tsx?$/.test(file);

export function hashOfSources(root: string, sources = SOURCES): string {
  const hash = createHash('sha256');
  for (const file of filesOf(sources, root))
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  return hash.digest('hex').slice(0, 16);
}

function filesOf(sources: readonly string[], root: string): readonly string[] {
  return globSync(sources, { cwd: root })
    .filter((file) => !isTest(file))
    .sort();
}

// What a browser loads for the first play, for a proof and for the temple on the screen. All sizes are compressed bytes.

export const BUDGETS = { firstPlay: 150_000, proof: 100_000, twin: 150_000 } as const;

/** Each file with its size. */
type Load = ReadonlyMap<string, number>;

const NAMED_IN_PAGE = /(?:src|href)="\/(assets\/[^"]+)"/g;

/** What a browser loads before the first move: the page, and what the page names. The rulebooks come later, if at all. */
export function firstPlay(folder: string): Load {
  const index = readFileSync(join(folder, 'index.html'), 'utf8');
  const files = [...index.matchAll(NAMED_IN_PAGE)].map(([, file = '']) => file);
  return new Map([['index.html', index.length], ...files.map((file) => [file, sizeOf(folder, file)] as const)]);
}

const sizeOf = (folder: string, file: string): number => statSync(join(folder, `${file}.gz`)).size;

export const bytesIn = (files: Load): number => [...files.values()].reduce((sum, size) => sum + size, 0);

const IMPORTED = /(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g;
const IMPORTED_LATER = /import\(\s*["'`]\.\/([^"'`]+\.js)["'`]/g;

/** Beyond the first play: the page of the proof, its worker, and the one version of the rules that it needs, the longest that there is. */
export function proofLoad(folder: string): Load {
  const assets = join(folder, 'assets');
  const called = (name: string, kind: string) =>
    readdirSync(assets).find((file) => file.startsWith(`${name}-`) && file.endsWith(kind)) ?? `no ${name}${kind}`;
  const found = (file: string, pattern: RegExp): readonly string[] =>
    [...readFileSync(join(assets, file), 'utf8').matchAll(pattern)].map(([, name = '']) => name);
  const withImported = (file: string, seen = new Set<string>()): ReadonlySet<string> => {
    if (seen.has(file)) return seen;
    seen.add(file);
    for (const name of found(file, IMPORTED)) withImported(name, seen);
    return seen;
  };
  const bytes = (file: string) => sizeOf(folder, `assets/${file}`);
  const worker = called('worker', '.js');
  const verifiers = found(worker, IMPORTED_LATER).flatMap((file) => [...withImported(file)]);
  const versions = verifiers.flatMap((file) => found(file, IMPORTED_LATER));
  const [rules = 'no rules'] = versions.sort((a, b) => bytes(b) - bytes(a));
  const page = [...withImported(called('ProofPage', '.js')), called('ProofPage', '.css')];
  const known = firstPlay(folder);
  const files = new Set([...page, ...withImported(worker), ...verifiers, ...withImported(rules)]);
  const beyond = [...files].filter((file) => !known.has(`assets/${file}`));
  return new Map(beyond.map((file) => [`assets/${file}`, bytes(file)]));
}

/** Scripts name the scripts and style sheets that they need by their file names. */
const NAMED_IN_SCRIPT = /"(?:\.\/|assets\/)?([\w.-]+\.(?:js|css))"/g;

/** Beyond the first play: the page of the temple on the screen, and all that it names. */
export function twinLoad(folder: string): Load {
  const assets = readdirSync(join(folder, 'assets'));
  const known = new Set([...firstPlay(folder).keys()].map((file) => basename(file)));
  const found = new Set<string>();
  const load = (file: string) => {
    if (known.has(file) || found.has(file) || !assets.includes(file)) return;
    found.add(file);
    const text = file.endsWith('.js') ? readFileSync(join(folder, 'assets', file), 'utf8') : '';
    for (const [, name = ''] of text.matchAll(NAMED_IN_SCRIPT)) load(name);
  };
  for (const file of assets.filter((name) => /^TwinPage-.*\.(js|css)$/.test(name))) load(file);
  return new Map([...found].map((file) => [`assets/${file}`, sizeOf(folder, join('assets', file))] as const));
}
