/** One seed decides everything: a failure comes again from it. Nothing fails here. CI plays a longer world, another one each day. */
import { expect, test } from 'vitest';
import { planned } from './faults.ts';
import { simulate } from './simulate.ts';

const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
const FAULTS = ['all servers are restarted, one by one', 'a server is killed', 'lines are cut', 'the broker is killed'];

test(`the world of seed ${SEED} comes again bit for bit`, { timeout: 600_000 }, async () => {
  const wanted = { seed: SEED, minutes: 0.1, strikes: planned(SEED, 6000, FAULTS) };
  const [first, again] = [await simulate(wanted), await simulate(wanted)];
  expect(first.findings).toEqual([]);
  expect(again).toEqual(first);
  expect(first.accepted).toBeGreaterThan(30);
  expect(first.beads).toBeGreaterThan(2);
});
