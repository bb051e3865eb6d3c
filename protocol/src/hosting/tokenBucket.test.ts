import { describe, expect, it } from 'vitest';
import { Buckets, type TokenBucket, take } from './fairShares.ts';

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
  it('lets a burst through, then so many a second', () => {
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

  it('charges nothing for what it refuses: whoever tries again has it as soon as there is as much', () => {
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
