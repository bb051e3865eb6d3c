/** The simulator itself: nothing is found in a world, and what cannot be planted is said. */
import { expect, test } from 'vitest';
import { planned } from './faults.ts';
import { simulate } from './simulate.ts';

/** CI runs others, another one each day. */
const SEED = 20261125;

// It computes for seconds, which are minutes on a busy machine.
test(`the world of seed ${SEED} loses and doubles nothing, and all play on after faults`, {
  timeout: 600_000,
}, async () => {
  const faults = ['a server is killed', 'lines are cut', 'the broker is killed'];
  const world = await simulate({ seed: SEED, minutes: 0.1, strikes: planned(SEED, 6000, faults) });
  expect(world.findings).toEqual([]);
  expect(world.accepted).toBeGreaterThan(30);
  expect(world.beads).toBeGreaterThan(2);
});

test('a plant that no file has is a mistake', async () => {
  const planting = (file: string) =>
    simulate({ seed: 1, minutes: 0.1, plants: [{ file, from: 'no such text', to: '' }] });
  await expect(planting('server/src/server.ts')).rejects.toThrow('server.ts has no text');
  await expect(planting('server/src/nothing.ts')).rejects.toThrow('nothing.ts is in no program');
});
