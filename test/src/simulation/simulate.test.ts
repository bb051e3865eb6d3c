/** The simulator itself: a world comes again from its seed, nothing is found in it, and what is found is cut down. */
import { expect, test } from 'vitest';
import { planned } from './faults.ts';
import { simulate } from './simulate.ts';

/** CI runs others, another one each day. */
const SEED = 20261125;

// It computes for seconds, which are minutes on a busy machine.
test(`the world of seed ${SEED} comes again bit for bit, loses and doubles nothing, and all play on after faults`, {
  timeout: 600_000,
}, async () => {
  const faults = [
    'all servers are restarted, one by one',
    'a server is killed',
    'lines are cut',
    'the broker is killed',
  ];
  const wanted = { seed: SEED, minutes: 0.1, strikes: planned(SEED, 6000, faults) };
  const [first, again] = [await simulate(wanted), await simulate(wanted)];
  expect(again).toEqual(first);
  expect(first.findings).toEqual([]);
  expect(first.accepted).toBeGreaterThan(30);
  expect(first.beads).toBeGreaterThan(2);
});

test('a plant that no file has is a mistake', async () => {
  const planting = (file: string) =>
    simulate({ seed: 1, minutes: 0.1, plants: [{ file, from: 'no such text', to: '' }] });
  await expect(planting('server/src/server.ts')).rejects.toThrow('server.ts has no text');
  await expect(planting('server/src/nothing.ts')).rejects.toThrow('nothing.ts is in no program');
});
