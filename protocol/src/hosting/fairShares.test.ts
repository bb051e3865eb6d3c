import { describe, expect, it, test } from 'vitest';
import { Buckets, FairShares, fairly, type TokenBucket, take, type Whose } from './fairShares.ts';

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);

function dice(state: number): (many: number) => number {
  let now = state;
  return (many) => {
    now = (Math.imul(now, 1664525) + 1013904223) >>> 0;
    return Math.floor((now / 2 ** 32) * many);
  };
}

/** The groups of a place, read from its name: `net/address/player`. */
const whose = (name: string): Whose => name.split('/');

function filled(most: number, ...names: readonly string[]): FairShares<string> {
  const shares = new FairShares<string>(most);
  for (const [n, name] of names.entries()) shares.take(`${name} ${n}`, whose(name));
  return shares;
}

describe('places', () => {
  test('are given to all comers while there are some, to one as often as to many', () => {
    const shares = new FairShares<string>(3);
    expect(['a', 'b', 'c'].map((holder) => shares.take(holder, whose('x/y/z')))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(shares.size).toBe(3);
  });

  test.each([
    ['the oldest of the address that holds most', ['n1/a/p', 'n1/a/p', 'n2/b/q'], 'n3/c/r', 'n1/a/p 0'],
    [
      'the network that holds most, however many addresses it has',
      ['n1/a/p', 'n1/b/q', 'n2/c/r'],
      'n3/d/s',
      'n1/a/p 0',
    ],
    ['within the network the address', ['n1/a/p', 'n1/b/q', 'n1/b/r'], 'n1/c/s', 'n1/b/q 1'],
    ['within the address the player', ['n1/a/p', 'n1/a/q', 'n1/a/q'], 'n1/a/r', 'n1/a/q 1'],
    ['the oldest where all hold one', ['n1/a/p', 'n2/b/q', 'n3/c/r'], 'n4/d/s', 'n1/a/p 0'],
    ['not who holds less than the newcomer', ['n1/a/p', 'n1/a/p', 'n2/b/q'], 'n1/a/p', 'new'],
    ['not who would hold less than the newcomer then', ['n1/a/p', 'n2/b/q', 'n2/b/q'], 'n1/a/p', 'new'],
    ['who has two more than the newcomer has', ['n1/a/p', 'n1/a/p', 'n1/a/p', 'n2/b/q'], 'n2/b/q', 'n1/a/p 0'],
  ])('when there are none, %s gives way', (_, there, newcomer, loser) => {
    expect(filled(there.length, ...there).take('new', whose(newcomer))).toBe(loser);
  });

  test('are there again when they are given back', () => {
    const shares = filled(1, 'n/a/p');
    shares.release('n/a/p 0');
    expect(shares.take('new', whose('n/a/p'))).toBeUndefined();
  });

  test(`go to one who has none, whatever a few others do (SEED=${seed})`, () => {
    const random = dice(seed);
    for (let run = 0; run < 40; run++) {
      const [most, networks] = [10 + random(20), 1 + random(9)];
      const shares = new FairShares<string>(most);
      const attack = (n: number) => {
        const network = random(networks);
        shares.take(`evil ${n}`, [`n${network}`, `a${random(40)}`, `p${random(40)}`]);
        if (random(10) === 0) shares.release(`evil ${random(n + 1)}`);
      };
      for (let n = 0; n < 100; n++) attack(n);
      expect(shares.take('honest', ['home', 'a', 'p'])).not.toBe('honest');
      for (let n = 100; n < 300; n++) {
        const loser = shares.take(`late ${n}`, [`n${random(networks)}`, `a${n}`, `p${n}`]);
        expect(loser).not.toBe('honest');
        expect(shares.size).toBeLessThanOrEqual(most);
      }
    }
  });
});

describe('a list that is too long', () => {
  test('has as many of each, in the order in which they were', () => {
    const items = ['n1/a', 'n1/a', 'n1/b', 'n1/b', 'n2/c', 'n3/d'].map((name, n) => ({ name, n }));
    const chosen = fairly(items, 4, ({ name }) => whose(name));
    expect(chosen.map(({ name, n }) => `${name} ${n}`)).toEqual(['n1/a 0', 'n1/b 2', 'n2/c 4', 'n3/d 5']);
    expect(fairly(items, 6, ({ name }) => whose(name))).toBe(items);
    expect(fairly(items, 0, ({ name }) => whose(name))).toEqual([]);
    expect(fairly([], 4, () => [])).toEqual([]);
  });

  test('of one group has its first ones', () => {
    expect(fairly([1, 2, 3], 2, () => ['n', 'a'])).toEqual([1, 2]);
  });
});

const RATE = { perSecond: 10, burst: 30 };

/** How many of `count` requests at once are let through. */
function through(count: number, bucket: TokenBucket | undefined, now: number): readonly [TokenBucket, number] {
  let [current, passed] = [bucket, 0];
  for (let n = 0; n < count; n += 1) {
    const [next, isAllowed] = take(current, RATE, { now });
    current = next;
    passed += isAllowed ? 1 : 0;
  }
  return [current!, passed];
}

describe('a token bucket', () => {
  it('lets a burst through, then that many a second', () => {
    const [first, burst] = through(100, undefined, 1000);
    expect(burst).toBe(30);
    const [second, later] = through(100, first, 1550);
    expect(later).toBe(5);
    expect(through(100, second, 60_000)[1]).toBe(30);
  });

  it('gives nothing for a clock that goes back', () => {
    const [empty] = through(100, undefined, 5000);
    expect(through(1, empty, 1000)[1]).toBe(0);
  });

  it('charges nothing for what it refuses: a caller who tries again has it as soon as there is as much', () => {
    let [bucket] = take(undefined, RATE, { now: 0, many: 30 });
    const tries = Array.from({ length: 21 }, (_, i) => {
      const [next, isAllowed] = take(bucket, RATE, { now: i * 100, many: 20 });
      bucket = next;
      return isAllowed;
    });
    expect(tries.indexOf(true)).toBe(20);
  });

  it('says what could be taken without taking it, and of more than it can hold whether it is full', () => {
    const buckets = new Buckets({ perSecond: 0, burst: 30 });
    expect([buckets.has('a', 30), buckets.has('a', 31), buckets.has('a', 30)]).toEqual([true, true, true]);
    expect(buckets.take('a')).toBe(true);
    expect([buckets.has('a', 29), buckets.has('a', 30), buckets.has('a', 31)]).toEqual([true, false, false]);
  });

  it('loses no part of a token between many askings', () => {
    let [bucket] = through(30, undefined, 0);
    let passed = 0;
    for (let now = 1; now <= 1000; now += 1) {
      const [next, isAllowed] = take(bucket, RATE, { now });
      bucket = next;
      passed += isAllowed ? 1 : 0;
    }
    expect(passed).toBeGreaterThanOrEqual(9);
    expect(passed).toBeLessThanOrEqual(10);
  });
});
