/** What a browser loads before the first move: the page, and what the page names. The rulebooks come later, if at all. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Compressed bytes. */
export const FIRST_PLAY_BUDGET = 170_000;

const NAMED = /(?:src|href)="\/(assets\/[^"]+)"/g;

/** Each file with its compressed size. */
export function firstPlay(folder: string): ReadonlyMap<string, number> {
  const index = readFileSync(join(folder, 'index.html'), 'utf8');
  const files = [...index.matchAll(NAMED)].map(([, file = '']) => file);
  return new Map([['index.html', index.length], ...files.map((file) => [file, sizeOf(folder, file)] as const)]);
}

/** Of a file in the build, compressed. */
export const sizeOf = (folder: string, file: string): number => statSync(join(folder, `${file}.gz`)).size;

export const bytesIn = (files: ReadonlyMap<string, number>): number =>
  [...files.values()].reduce((sum, size) => sum + size, 0);
