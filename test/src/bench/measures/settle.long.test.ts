import { expect, test } from 'vitest';
import { withServer } from '../servers.ts';
import { settle, whenSettled } from './settle.ts';

test.each([
  { costs: [10, 5, 4.9, 1], least: 2, last: 4.9 },
  { costs: [10, 10, 10, 5, 5, 1], least: 4, last: 5 },
  { costs: [10, 5, 2, 1], least: 2, last: 1 },
  { costs: [10], least: 1, last: 10 },
])('repeats $costs until two are nearly the same: $last', async ({ costs, least, last }) => {
  const rest = costs.values();
  const next = async () => rest.next().value ?? Number.NaN;
  expect(await whenSettled(next, { least, most: costs.length })).toBe(last);
});

test('a warm-up ends at its bound, and says whether the cost has settled', () =>
  withServer({ system: 'ws' }, async (server) => {
    const began = performance.now();
    const never = { windowMs: 200, leastMoves: 1e9, leastMs: 1e9, mostMs: 1000 };
    expect(await settle('ws', server, never)).toBe(false);
    expect(performance.now() - began).toBeGreaterThan(1000);
    const warm = { windowMs: 500, leastMoves: 0, leastMs: 0, mostMs: 60_000 };
    expect(await settle('ws', server, warm)).toBe(true);
  }));
