import { describe, expect, test } from 'vitest';
import { type Edge, FALLS, fall } from '../twin/device/beam.ts';
import { between, pick, seeded } from '../twin/device/seededRandom.ts';
import { CLEAR, certainAt, change, look, type Turn, USUAL } from './debounce.ts';

/** Counts the beads in a train of edges, and in the time after it. */
function beadsIn(edges: readonly Turn[], until: number): number {
  let beam = CLEAR;
  let beads = 0;
  for (const edge of edges) {
    const judged = change(beam, edge, USUAL);
    beam = judged.beam;
    beads += Number(judged.bead);
  }
  return beads + Number(look(beam, until, USUAL).bead);
}

/** The times at which the beam changes; it turns dark first. */
const beadsOf = (times: readonly number[], until = 10_000) =>
  beadsIn(
    times.map((at, i) => ({ isDark: i % 2 === 0, at })),
    until,
  );

describe('the debounce', () => {
  test.each([
    ['a bead that is dark for exactly 3 ms counts', [100, 103], 1],
    ['a speck of 2.9 ms does not count', [100, 102.9], 0],
    ['what bounces as it comes and goes counts once', [50, 50.2, 50.3, 56, 56.1, 56.4, 56.5, 56.6], 1],
    ['a beam that stays dark counts once', [100], 1],
    ['a bead after 39 ms of light is the same bead', [100, 110, 149, 155], 1],
    ['a bead after 40 ms of light is another', [100, 110, 150, 155], 2],
    ['a speck breaks the light', [100, 110, 120, 121, 155, 160], 1],
    ['a hole in the skull makes no second bead', [100, 104, 105, 109], 1],
    ['nothing that falls counts nothing', [], 0],
  ] as const)('%s', (_, times, beads) => {
    expect(beadsOf(times)).toBe(beads);
  });

  test('says when a bead becomes certain, and is certain then without a further edge', () => {
    const { beam } = change(CLEAR, { isDark: true, at: 50 }, USUAL);
    expect(certainAt(beam, USUAL)).toBe(53);
    expect(look(beam, 52.9, USUAL).bead).toBe(false);
    const judged = look(beam, 53, USUAL);
    expect(judged.bead).toBe(true);
    expect(certainAt(judged.beam, USUAL)).toBe(Number.POSITIVE_INFINITY);
  });

  test('takes an edge that it has had already for none', () => {
    const dark = change(CLEAR, { isDark: true, at: 10 }, USUAL).beam;
    const again = change(dark, { isDark: true, at: 14 }, USUAL);
    expect(again).toEqual({ beam: { isArmed: false, isDark: true, since: 10 }, bead: true });
  });

  test('counts what fell over 2000 random trains of every kind', () => {
    for (let seed = 1; seed <= 2000; seed++) {
      const random = seeded(seed);
      const trains = { war: [] as Edge[], rain: [] as Edge[] };
      const truth = { war: 0, rain: 0 };
      for (let at = 10; at < 3000; at += between(random, 700, 900)) {
        const { edges, beads } = fall(pick(random, FALLS), { slot: pick(random, ['war', 'rain']), at }, random);
        for (const edge of edges) trains[edge.slot].push(edge);
        truth.war += beads.war;
        truth.rain += beads.rain;
      }
      // Each train ends in the light, so that the time after it adds nothing.
      const counted = { war: beadsIn(trains.war, 10_000), rain: beadsIn(trains.rain, 10_000) };
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
