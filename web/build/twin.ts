/** What a browser loads for the temple on the screen, beyond the first play. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { firstPlay, sizeOf } from './firstPlay.ts';

/** Compressed bytes. */
export const TWIN_BUDGET = 150_000;

/** Scripts name the scripts and style sheets that they need by their file names. */
const NAMED = /"(?:\.\/|assets\/)?([\w.-]+\.(?:js|css))"/g;

/** Each file with its compressed size. */
export function twinLoad(folder: string): ReadonlyMap<string, number> {
  const assets = readdirSync(join(folder, 'assets'));
  const known = new Set([...firstPlay(folder).keys()].map((file) => basename(file)));
  const found = new Set<string>();
  const load = (file: string) => {
    if (known.has(file) || found.has(file) || !assets.includes(file)) return;
    found.add(file);
    const text = file.endsWith('.js') ? readFileSync(join(folder, 'assets', file), 'utf8') : '';
    for (const [, name = ''] of text.matchAll(NAMED)) load(name);
  };
  for (const file of assets.filter((name) => /^TwinPage-.*\.(js|css)$/.test(name))) load(file);
  return new Map([...found].map((file) => [`assets/${file}`, sizeOf(folder, join('assets', file))] as const));
}
