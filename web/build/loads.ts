/** What a browser loads for the first play, for a proof and for the temple on the screen. All sizes are compressed bytes. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

export const BUDGETS = { firstPlay: 170_000, proof: 100_000, twin: 150_000 } as const;

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
