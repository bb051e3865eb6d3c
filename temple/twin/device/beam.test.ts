import { describe, expect, test } from 'vitest';
import { type Edge, FALLS, fall } from './beam.ts';
import { seeded } from './seededRandom.ts';

const train = (kind: (typeof FALLS)[number], seed: number) => fall(kind, { slot: 'war', at: 1000 }, seeded(seed));

/** Pairs of edges: dark, then light. */
function shadows(edges: readonly Edge[]): readonly (readonly [number, number])[] {
  return edges.flatMap(({ at, isDark }, index) => (isDark ? [[at, edges[index + 1]?.at ?? at] as const] : []));
}

describe('what falls through a beam', () => {
  test.each(FALLS)('%s: dark and light alternate, time goes on, and the beam is free at the end', (kind) => {
    for (let seed = 1; seed <= 500; seed++) {
      const { edges } = train(kind, seed);
      expect(edges.map(({ isDark }) => isDark)).toEqual(edges.map((_, index) => index % 2 === 0));
      expect(edges.map(({ at }) => at)).toEqual(edges.map(({ at }) => at).toSorted((one, other) => one - other));
    }
  });

  test.each(['clean', 'bounce', 'holes'] as const)('%s: one bead, dark for 3 to 15 ms in all', (kind) => {
    for (let seed = 1; seed <= 500; seed++) {
      const { edges, beads } = train(kind, seed);
      const length = (edges.at(-1)?.at ?? 0) - (edges[0]?.at ?? 0);
      expect(beads).toEqual({ war: 1, rain: 0 });
      expect(length).toBeGreaterThanOrEqual(3);
      expect(length).toBeLessThanOrEqual(15);
      expect(Math.max(...shadows(edges).map(([from, to]) => to - from))).toBeGreaterThanOrEqual(3);
    }
  });

  test('two beads lie 60 to 100 ms apart', () => {
    for (let seed = 1; seed <= 500; seed++) {
      const { edges, beads } = train('double', seed);
      expect(beads).toEqual({ war: 2, rain: 0 });
      expect(edges.at(-1)?.at).toBeGreaterThan(1060);
      expect(edges.at(-1)?.at).toBeLessThan(1115);
    }
  });

  test('a bead in the wrong slot darkens the other beam', () => {
    const { edges, beads } = train('wrong-slot', 7);
    expect(beads).toEqual({ war: 0, rain: 1 });
    expect(new Set(edges.map(({ slot }) => slot))).toEqual(new Set(['rain']));
  });

  test('a stuck sensor flickers at 1 kHz and is not a bead', () => {
    const { edges, beads } = train('flicker', 3);
    expect(beads).toEqual({ war: 0, rain: 0 });
    expect(edges.length).toBeGreaterThanOrEqual(200);
    expect(shadows(edges).every(([from, to]) => to - from < 0.6)).toBe(true);
  });

  test('the same seed makes the same train', () => {
    expect(train('bounce', 11)).toEqual(train('bounce', 11));
    expect(train('bounce', 11)).not.toEqual(train('bounce', 12));
  });
});
