/**
 * Fair dice. The server commits to a secret before the first player sits down. Each player's client adds 16 random
 * bytes after it saw the commitment. Every entry that draws has a stream of its own, so a failed append, a restart or a
 * fork shifts nothing. `docs/record.md` specifies it for other languages.
 */
import type { Chance } from '@flower-war/rules';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** What the server publishes before the first person sits down. */
export function commitmentTo(secret: string): string {
  return bytesToHex(sha256(hexToBytes(secret)));
}

/** `contributions` by seat; a seat that added nothing (a bot) is absent. */
export function matchSeed(secret: string, match: string, contributions: ReadonlyMap<number, string>): Uint8Array {
  const bySeat = [...contributions].sort(([a], [b]) => a - b).map(([seat, bytes]) => `|${seat}:${bytes}`);
  return hmac(sha256, hexToBytes(secret), utf8ToBytes(match + bySeat.join('')));
}

/** The seed after a restore. The entropy is fresh, so earlier draws tell no player the chance that follows. */
export function restoredSeed(seed: Uint8Array, entropy: string): Uint8Array {
  return hmac(sha256, seed, utf8ToBytes(`restored|${entropy}`));
}

/** The chance of one entry. Nothing is computed before the first draw. */
export function keyedChance(seed: Uint8Array, stream: number): Chance {
  const below = numbersBelow(byteStream(seed, stream));
  return {
    die: (sides) => below(sides) + 1,
    coin: () => below(2) === 1,
    shuffle: (items) => shuffled(items, below),
    pick: (items) => itemAt(items, below(items.length)),
  };
}

/** The same chance, and whether anything was drawn from it. */
export function counting(chance: Chance): { readonly chance: Chance; readonly drew: () => boolean } {
  let isDrawn = false;
  const noting =
    <A extends unknown[], T>(draw: (...args: A) => T) =>
    (...args: A): T => {
      isDrawn = true;
      return draw(...args);
    };
  const { die, coin, shuffle, pick } = chance;
  const counted = { die: noting(die), coin: noting(coin), shuffle: noting(shuffle), pick: noting(pick) } as Chance;
  return { chance: counted, drew: () => isDrawn };
}

/** Block n of a stream is HMAC-SHA-256(seed, "stream.n"); the stream is the blocks one after the other. */
function byteStream(seed: Uint8Array, stream: number): () => number {
  let block = new Uint8Array(0);
  let blocks = 0;
  let used = 0;
  return () => {
    if (used === block.length) {
      block = hmac(sha256, seed, utf8ToBytes(`${stream}.${blocks++}`));
      used = 0;
    }
    return block[used++] ?? 0;
  };
}

const MOST_CHOICES = 2 ** 32;

/**
 * Uniform in 0..limit-1: one byte for limits up to 256, else four, big-endian. A draw that favours small numbers is
 * redrawn.
 */
function numbersBelow(byte: () => number): (limit: number) => number {
  return (limit) => {
    // For other limits no draw would be fair, and the loop would never end.
    if (!(limit >= 1 && limit <= MOST_CHOICES && Number.isInteger(limit)))
      throw new Error(`cannot draw one of ${limit}`);
    const width = limit <= 256 ? 1 : 4;
    const range = 256 ** width;
    const fair = range - (range % limit);
    for (;;) {
      let drawn = 0;
      for (let i = 0; i < width; i++) drawn = drawn * 256 + byte();
      if (drawn < fair) return drawn % limit;
    }
  };
}

/** Fisher-Yates from the last item to the first. */
function shuffled<T>(items: readonly T[], below: (limit: number) => number): readonly T[] {
  const result = [...items];
  for (let last = result.length - 1; last > 0; last--) {
    const other = below(last + 1);
    const moved = itemAt(result, last);
    result[last] = itemAt(result, other);
    result[other] = moved;
  }
  return result;
}

/** The item at an index that was drawn below the length. */
function itemAt<T>(items: readonly T[], index: number): T {
  return items[index] as T;
}
