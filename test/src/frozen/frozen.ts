/** Digests of what must not change, as they were when a change was last meant: `frozen.json` beside this file. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { digestOf, playRandom } from '@flower-war/server/testing';

export interface Frozen {
  readonly outputs: Readonly<Record<string, string>>;
  /** By game: one digest for each block of matches. */
  readonly matches: Readonly<Record<string, readonly string[]>>;
}

/** This many matches have one digest, so that a difference has few to be sought among. */
export const BLOCK = 50;

const FILE = new URL('frozen.json', import.meta.url);

export const readFrozen = (): Frozen => JSON.parse(readFileSync(FILE, 'utf8'));

export function writeFrozen(frozen: Frozen): void {
  writeFileSync(FILE, `${JSON.stringify(frozen, undefined, 2)}\n`);
}

export function shortDigest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** The digest of each block, as they are played now. */
export async function blocksOf(game: string, blocks: number): Promise<readonly string[]> {
  const digests: string[] = [];
  for (let block = 0; block < blocks; block++) {
    const played: string[] = [];
    for (let n = 1; n <= BLOCK; n++) played.push(digestOf(await playRandom(game, block * BLOCK + n)));
    digests.push(shortDigest(played.join()));
  }
  return digests;
}
