/** What a browser loads for a proof, beyond the first play: its page, its worker, and the one version of the rules that it needs. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstPlay, sizeOf } from './firstPlay.ts';

/** Compressed bytes. */
export const PROOF_BUDGET = 100_000;

const NAMED = /(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g;
const LATER = /import\(\s*["'`]\.\/([^"'`]+\.js)["'`]/g;

/** Each file with its compressed size, for the longest rules that there are. */
export function proofLoad(folder: string): ReadonlyMap<string, number> {
  const assets = join(folder, 'assets');
  const called = (name: string, kind: string) =>
    readdirSync(assets).find((file) => file.startsWith(`${name}-`) && file.endsWith(kind)) ?? `no ${name}${kind}`;
  const found = (file: string, pattern: RegExp): readonly string[] =>
    [...readFileSync(join(assets, file), 'utf8').matchAll(pattern)].map(([, name = '']) => name);
  const withNamed = (file: string, seen = new Set<string>()): ReadonlySet<string> => {
    if (seen.has(file)) return seen;
    seen.add(file);
    for (const name of found(file, NAMED)) withNamed(name, seen);
    return seen;
  };
  const bytes = (file: string) => sizeOf(folder, `assets/${file}`);
  const worker = called('worker', '.js');
  const verifiers = found(worker, LATER).flatMap((file) => [...withNamed(file)]);
  const [rules = 'no rules'] = verifiers.flatMap((file) => found(file, LATER)).sort((a, b) => bytes(b) - bytes(a));
  const own = [
    ...withNamed(called('ProofPage', '.js')),
    called('ProofPage', '.css'),
    ...withNamed(worker),
    ...verifiers,
  ];
  const known = firstPlay(folder);
  const files = [...new Set([...own, ...withNamed(rules)])].filter((file) => !known.has(`assets/${file}`));
  return new Map(files.map((file) => [`assets/${file}`, bytes(file)]));
}
