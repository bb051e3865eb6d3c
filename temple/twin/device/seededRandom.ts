/** Random numbers that repeat with their seed; a twin uses no others. */
export type Random = () => number;

/** Numbers from 0 up to 1 (Mulberry32). */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function between(random: Random, low: number, high: number): number {
  return low + random() * (high - low);
}

/** A whole number, both ends included. */
export function whole(random: Random, low: number, high: number): number {
  return Math.floor(between(random, low, high + 1));
}

export function pick<T>(random: Random, items: readonly T[]): T {
  const item = items[whole(random, 0, items.length - 1)];
  if (item === undefined) throw new Error('there is nothing to pick from');
  return item;
}
