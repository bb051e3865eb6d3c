import { describe, expect, test } from 'vitest';
import { commitmentTo, keyedChance, matchSeed } from './keyedChance.ts';

const SECRET = '5ec2e7'.padEnd(64, '0');
const GIVEN = new Map([
  [0, 'aa'.repeat(16)],
  [1, 'bb'.repeat(16)],
  [4, 'cc'.repeat(16)],
]);
const SEED = matchSeed(SECRET, 'M2TCH', GIVEN);

const dice = (seed: Uint8Array, seq: number, count: number) => {
  const chance = keyedChance(seed, seq);
  return Array.from({ length: count }, () => chance.die(1000));
};

describe('the seed of a match', () => {
  test('does not depend on the order in which people sat down', () => {
    expect(matchSeed(SECRET, 'M2TCH', new Map([...GIVEN].reverse()))).toEqual(SEED);
  });

  test('depends on the secret, the match, and each contribution with its seat', () => {
    const changed = [...GIVEN].map(([seat]) => new Map(GIVEN).set(seat, 'dd'.repeat(16)));
    const missing = [...GIVEN].map(([seat]) => new Map([...GIVEN].filter(([other]) => other !== seat)));
    const swapped = new Map([...GIVEN, [0, GIVEN.get(1)!], [1, GIVEN.get(0)!]]);
    const moved = new Map([...GIVEN].map(([seat, bytes]) => [seat === 4 ? 5 : seat, bytes]));
    const seeds = [
      SEED,
      matchSeed('5ec2e8'.padEnd(64, '0'), 'M2TCH', GIVEN),
      matchSeed(SECRET, 'M2TCI', GIVEN),
      ...[...changed, ...missing, swapped, moved, new Map()].map((given) => matchSeed(SECRET, 'M2TCH', given)),
    ].map((seed) => Buffer.from(seed).toString('hex'));
    expect(new Set(seeds).size).toBe(seeds.length);
  });

  test('the commitment is to the 32 bytes, not to their text', () => {
    expect(commitmentTo('00'.repeat(32))).toBe('66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925');
  });
});

describe('the chance of an entry', () => {
  test('is the same each time it is asked for', () => {
    expect(dice(SEED, 7, 100)).toEqual(dice(SEED, 7, 100));
  });

  test('does not depend on how much other entries drew', () => {
    const before = dice(SEED, 8, 10);
    dice(SEED, 7, 1000);
    expect(dice(SEED, 8, 10)).toEqual(before);
    const [one, other] = [keyedChance(SEED, 7), keyedChance(SEED, 8)];
    const mixed = before.map(() => [one.die(1000), other.die(1000)]);
    expect(mixed.map(([, drawn]) => drawn)).toEqual(before);
  });

  test('is another one for every entry and every match', () => {
    const streams = [...Array(200).keys()].map((seq) => dice(SEED, seq, 5).join());
    const elsewhere = dice(matchSeed(SECRET, 'OTHER', GIVEN), 0, 5).join();
    expect(new Set([...streams, elsewhere]).size).toBe(201);
  });

  test('leaves what it shuffles as it was', () => {
    const items = Object.freeze(['a', 'b', 'c', 'd']);
    expect([...keyedChance(SEED, 1).shuffle(items)].sort()).toEqual(items);
    expect(keyedChance(SEED, 1).shuffle([])).toEqual([]);
  });

  test.each([0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 32 + 1])(
    'throws for a die of %d sides instead of drawing for ever',
    (sides) => {
      expect(() => keyedChance(SEED, 1).die(sides)).toThrow('cannot draw');
    },
  );

  test('throws when there is nothing to pick from', () => {
    expect(() => keyedChance(SEED, 1).pick([])).toThrow('cannot draw');
  });
});
