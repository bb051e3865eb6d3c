/** The folder with the page, built if its sources have changed since. */
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A process that still serves an older build needs it. */
const KEPT = 3;

const UNDER_WAY = 'building-';
const ABANDONED_MS = 3_600_000;

/** The bundler reads this when it is loaded. With one thread that gives memory back at once it needs half as much. */
const FRUGAL = {
  RAYON_NUM_THREADS: '1',
  TOKIO_WORKER_THREADS: '1',
  MIMALLOC_PURGE_DELAY: '0',
  MIMALLOC_ARENA_EAGER_COMMIT: '0',
};

/** Several processes may build at once: each in a folder of its own, which it renames when it is done. */
export async function builtPage(root: string): Promise<string> {
  const page = join(root, 'web');
  const all = join(page, 'dist');
  const folder = join(all, hashOfSources(root));
  if (existsSync(folder)) return folder;
  Object.assign(process.env, FRUGAL);
  const { bundle } = await import('./bundle.ts'); // only here, because Vite takes long to load
  const own = join(all, `${UNDER_WAY}${process.pid}`);
  mkdirSync(own, { recursive: true });
  await bundle(page, own);
  settle(own, folder);
  removeOld(all);
  return folder;
}

function settle(own: string, folder: string): void {
  try {
    renameSync(own, folder);
  } catch (error) {
    rmSync(own, { recursive: true });
    if (!existsSync(folder)) throw error; // another process was faster, or this one may not write here
  }
}

/** Also what a build left behind that was killed long ago. */
function removeOld(all: string): void {
  const dead = readdirSync(all).filter((name) => name.startsWith(UNDER_WAY));
  for (const name of dead.map((one) => join(all, one)))
    if (Date.now() - changedAt(name) > ABANDONED_MS) rmSync(name, { recursive: true, force: true });
  const builds = readdirSync(all)
    .filter((name) => !name.startsWith(UNDER_WAY))
    .map((name) => join(all, name))
    .sort((a, b) => changedAt(b) - changedAt(a));
  for (const build of builds.slice(KEPT)) rmSync(build, { recursive: true, force: true });
}

/** Another process may have renamed or deleted it just now. */
const changedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();

// What the page is made of. A build lies in a folder named by the hash of all this.

/** From the root of the repository. Another version of a library changes package-lock.json. */
const SOURCES = [
  'web/index.html',
  'web/{src,build}/**/*.{ts,tsx,css,svg,json}',
  '{words,client-sdk,protocol}/src/**/*.{ts,json}',
  'rules/{frozen/*.mjs,src/{catalogue/frozen*,json/*,ring/model/calendar,ring/parts/*}.ts}',
  'temple/{twin,shared}/**/*.ts',
  '{web,words,client-sdk,protocol,rules,temple}/package.json',
  'package-lock.json',
];

const isTest = (file: string) => /\.(test|fixture|contract)\.tsx?$/.test(file);

export function hashOfSources(root: string): string {
  const hash = createHash('sha256');
  for (const file of sourcesIn(root))
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  return hash.digest('hex').slice(0, 16);
}

function sourcesIn(root: string): readonly string[] {
  return globSync(SOURCES, { cwd: root })
    .filter((file) => !isTest(file))
    .sort();
}
