import { expect, test } from 'vitest';
import { nothingSeen, runSchedule } from './schedule.ts';

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);

test(`2000 random lives of a temple, from seed ${SEED} on: every bead that was heard of is counted once, whatever fails`, () => {
  const seen = nothingSeen();
  for (let seed = SEED; seed < SEED + 2000; seed++) runSchedule(seed, seen);
  expect(seen.beads).toBeGreaterThan(20_000);
  expect(seen.offered).toBeGreaterThan(2000);
  expect(seen.retired).toBeGreaterThan(50);
  expect(seen.clones).toBeGreaterThan(50);
  expect(seen.quarantined).toBeGreaterThan(10);
  expect(seen.forgotten).toBeGreaterThan(100);
});
