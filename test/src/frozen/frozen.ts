/** Digests of what must not change, as they were when somebody last meant to change it: `frozen.json` beside this file. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { digestOf, playRandom, RANDOM_GAMES } from '@flower-war/server/testing';

export interface Frozen {
  readonly outputs: Readonly<Record<string, string>>;
  /** By game: one digest for each block of matches. */
  readonly matches: Readonly<Record<string, readonly string[]>>;
}

/** So many matches have one digest, so that a difference has few to be sought among. */
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

/** Plays so many blocks of each game. */
export async function matchesNow(blocks: number): Promise<Frozen['matches']> {
  const all: Record<string, readonly string[]> = {};
  for (const game of RANDOM_GAMES) all[game] = await blocksOf(game, blocks);
  return all;
}

/** What is not as it was, a line each. Of matches only the blocks that were played now are compared. */
export function differences(was: Frozen, now: Frozen): readonly string[] {
  return [
    ...namesOf(was.outputs, now.outputs).flatMap((name) => changeOf(name, was.outputs[name], now.outputs[name])),
    ...namesOf(was.matches, now.matches).flatMap((game) => {
      const [before = [], after] = [was.matches[game], now.matches[game]];
      if (after === undefined) return [`${game} is played no more`];
      return after.flatMap((digest, block) =>
        changeOf(`${game}, matches ${block * BLOCK + 1} to ${(block + 1) * BLOCK}`, before[block], digest),
      );
    }),
  ];
}

function namesOf(...all: readonly object[]): readonly string[] {
  return [...new Set(all.flatMap(Object.keys))].toSorted();
}

function changeOf(name: string, was: string | undefined, now: string | undefined): readonly string[] {
  if (was === now) return [];
  if (was === undefined) return [`${name} is new`];
  return [now === undefined ? `${name} is gone` : `${name} has changed`];
}
