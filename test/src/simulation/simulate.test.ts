/** The simulator itself: a world comes again from its seed, nothing is found in it, and what is found is cut down. */
import { expect, test } from 'vitest';
import { simulate } from './simulate.ts';

/** Another one each day. Its number is told if anything is found. */
const OF_TODAY = Number(new Date().toISOString().slice(0, 10).replaceAll('-', ''));

test('a world comes again from its seed, bit for bit', async () => {
  const [first, again] = [await simulate({ seed: 7, minutes: 0.3 }), await simulate({ seed: 7, minutes: 0.3 })];
  expect(again).toEqual(first);
  expect(first.accepted).toBeGreaterThan(50);
  expect(first.beads).toBeGreaterThan(5);
});

test(`in the world of seed ${OF_TODAY} nothing is lost or doubled, and everybody plays on after each fault`, async () => {
  const { findings, accepted } = await simulate({ seed: OF_TODAY, minutes: 1 });
  expect(findings).toEqual([]);
  expect(accepted).toBeGreaterThan(200);
});

test('a plant that no file has is a mistake', async () => {
  const plant = { file: 'server/src/server.ts', from: 'no such text', to: '' };
  await expect(simulate({ seed: 1, minutes: 0.1, plants: [plant] })).rejects.toThrow('server.ts has no text');
});
