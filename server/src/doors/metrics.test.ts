import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { gatheringHistogram, MOST_GATHERED } from './metrics.ts';

async function told(values: number): Promise<readonly string[]> {
  const registry = new Registry();
  const observe = gatheringHistogram({ name: 'took', help: 'so long', registers: [registry], buckets: [1, 10] });
  for (let n = 0; n < values; n++) observe(n % 2 === 0 ? 0.5 : 5);
  const once = await registry.metrics();
  expect(await registry.metrics()).toBe(once);
  return once.split('\n').filter((line) => line.startsWith('took'));
}

test.each([0, 2, MOST_GATHERED, MOST_GATHERED + 2])('of %i values each is told once', async (n) => {
  expect(await told(n)).toEqual([
    `took_bucket{le="1"} ${n / 2}`,
    `took_bucket{le="10"} ${n}`,
    `took_bucket{le="+Inf"} ${n}`,
    `took_sum ${(n / 2) * 5.5}`,
    `took_count ${n}`,
  ]);
});
