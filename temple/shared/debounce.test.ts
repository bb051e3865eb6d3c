import { describe, expect, test } from 'vitest';
import { FALLS, fall } from '../twin/device/beam.ts';
import { between, pick, seeded } from '../twin/device/seededRandom.ts';
import { Debounce } from './debounce.ts';

/** The times at which the beam changes; it turns dark first. */
function beadsOf(times: readonly number[], until = 10_000): number {
  const debounce = new Debounce();
  let beads = 0;
  let isDark = false;
  for (const at of times) {
    isDark = !isDark;
    beads += Number(debounce.edge(isDark, at));
  }
  return beads + Number(debounce.tick(until));
}

describe('the debounce', () => {
  test.each([
    ['a bead that is dark for exactly 3 ms counts', [100, 103], 1],
    ['a speck of 2.9 ms does not count', [100, 102.9], 0],
    ['a beam that stays dark counts once', [100], 1],
    ['a bead after 39 ms of light is the same bead', [100, 110, 149, 155], 1],
    ['a bead after 40 ms of light is another', [100, 110, 150, 155], 2],
    ['a speck breaks the light', [100, 110, 120, 121, 155, 160], 1],
    ['a hole in the skull makes no second bead', [100, 104, 105, 109], 1],
  ] as const)('%s', (_, times, beads) => {
    expect(beadsOf(times)).toBe(beads);
  });

  test('says when a bead becomes certain, and is certain then without a further edge', () => {
    const debounce = new Debounce();
    expect(debounce.edge(true, 50)).toBe(false);
    expect(debounce.wakeAt).toBe(53);
    expect(debounce.tick(52.9)).toBe(false);
    expect(debounce.tick(53)).toBe(true);
    expect(debounce.wakeAt).toBeUndefined();
  });

  test('counts what fell over 2000 random trains of every kind', () => {
    for (let seed = 1; seed <= 2000; seed++) {
      const random = seeded(seed);
      const gates = { war: new Debounce(), rain: new Debounce() };
      const counted = { war: 0, rain: 0 };
      const truth = { war: 0, rain: 0 };
      for (let at = 10; at < 3000; at += between(random, 700, 900)) {
        const { edges, beads } = fall(pick(random, FALLS), { slot: pick(random, ['war', 'rain']), at }, random);
        for (const { slot, isDark, at: when } of edges) counted[slot] += Number(gates[slot].edge(isDark, when));
        truth.war += beads.war;
        truth.rain += beads.rain;
      }
      expect({ seed, ...counted }).toEqual({ seed, ...truth });
    }
  });

  test('a beam that flickers for ever counts no more than one bead in 40 ms', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const random = seeded(seed);
      const times = [0];
      while ((times.at(-1) ?? 0) < 10_000) times.push((times.at(-1) ?? 0) + between(random, 0.1, 80));
      expect(beadsOf(times, times.at(-1))).toBeLessThanOrEqual(Math.ceil((times.at(-1) ?? 0) / 40) + 1);
    }
  });
});
