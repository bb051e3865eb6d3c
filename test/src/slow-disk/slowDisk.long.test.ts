import { expect, test } from 'vitest';
import { MOVES, measureSlowDisk } from '../bench/slowDisk.ts';
import { noSlowSyncs } from './slowSyncs.ts';

const DELAY_MS = 200;
const middle = (list: readonly number[] = []) =>
  list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN;

test.skipIf(noSlowSyncs !== undefined)(
  `moves wait for a slow disk, and nothing else does: ${noSlowSyncs ?? 'each sync takes 200 ms'}`,
  async () => {
    const { calm, slow, slowSyncs, inMainThread } = await measureSlowDisk({
      tables: 3,
      rounds: 1,
      seconds: 4,
      delayMs: DELAY_MS,
    });
    expect(slowSyncs).toBeGreaterThan(5);
    expect(inMainThread).toBe(0);
    expect(middle(slow.get(MOVES))).toBeGreaterThan(DELAY_MS);
    const others = [...slow.keys()].filter((name) => name !== MOVES);
    const longer = (name: string) => middle(slow.get(name)) - middle(calm.get(name));
    expect(others.filter((name) => !(longer(name) < DELAY_MS / 2))).toEqual([]);
  },
);
