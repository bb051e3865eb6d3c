import { describe, expect, test } from 'vitest';
import { newOrder, type Order } from './pairing.ts';

const written = (order: Order) => order.map((slot) => slot.charAt(0)).join('');
const order = (text: string): Order => [...text].map((letter) => (letter === 'w' ? 'war' : 'rain'));

/** Random numbers that repeat with their seed. */
function dice(seed: number) {
  let state = seed;
  return (many: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * many);
  };
}

describe('an order', () => {
  test.each(Array.from({ length: 8 }, (_, seed) => seed))(
    'has both slots, and no running one holds it or is held by it (seed %i)',
    (seed) => {
      const random = dice(seed);
      const running: Order[] = [];
      for (let n = 0; n < 50; n++) {
        const next = newOrder(running, random)!;
        expect(next).toBeDefined();
        expect(next.length).toBeGreaterThanOrEqual(4);
        expect(next.length).toBeLessThanOrEqual(6);
        expect(new Set(next).size).toBe(2);
        for (const other of running) {
          expect(written(other)).not.toContain(written(next));
          expect(written(next)).not.toContain(written(other));
        }
        running.push(next);
      }
    },
  );

  test('of two that run at once neither ends as the other begins', () => {
    for (let seed = 0; seed < 200; seed++) {
      const random = dice(seed);
      const first = newOrder([], random)!;
      const second = newOrder([first], random)!;
      expect(written(first).endsWith(written(second).slice(0, first.length - 1))).toBe(false);
      expect(written(second).endsWith(written(first).slice(0, second.length - 1))).toBe(false);
    }
  });

  test('there is none when all that can be told apart run', () => {
    const running: Order[] = [order('wrrrr')];
    for (;;) {
      const next = newOrder(running, () => 0);
      if (next === undefined) break;
      running.push(next);
    }
    expect(running.length).toBeGreaterThan(50);
  });
});
