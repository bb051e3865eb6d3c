/** Each fault that is planted in the code is found by some of the first worlds, whose seeds nobody chose for it. */
import { expect, test } from 'vitest';
import { planned } from './faults.ts';
import { PLANTS } from './plants.ts';
import { shrunk } from './shrink.ts';
import { simulate } from './simulate.ts';

const MOST_WORLDS = 8;
const MINUTES = 2;

test.each(Object.entries(PLANTS))('%s', async (_, plant) => {
  let found: string | undefined;
  for (let seed = 1; found === undefined && seed <= MOST_WORLDS; seed++)
    [found] = (await simulate({ seed, minutes: MINUTES, plants: [plant] })).findings;
  expect(found).toBeDefined();
});

test('a fault in the code is found, and the run is cut down to the strikes that it needs', async () => {
  const plant = PLANTS['a failed append is answered as written'];
  const wanted = { seed: 3, minutes: 1, plants: [plant!], strikes: planned(3, 60_000) };
  const failed = await simulate(wanted);
  expect(failed.findings[0]).toMatch(/was told that .* counts, and it is not in the record|does not follow/);
  const least = await shrunk(wanted, failed);
  expect(least.findings.length).toBeGreaterThan(0);
  expect(least.strikes.length).toBeLessThanOrEqual(3);
});
