/** The driver plays for real, against all that `npm start` starts. */
import { expect, test } from 'vitest';
import type { Figures } from '../report/figures.ts';
import { type RunWanted, runOnce } from '../run/runOnce.ts';

const SMALL = { seconds: 8, processes: undefined, quota: undefined, matches: 0, temples: 0 } as const;

/** A machine that runs other tests is slow, so times prove nothing here. */
const brokenIn = ({ thresholds }: Figures) =>
  thresholds.flatMap(({ name, isKept }) => (isKept || name.includes('_ms: ') ? [] : [name]));

async function figuresOf(wanted: Pick<RunWanted, 'load' | 'players'> & Partial<RunWanted>): Promise<Figures> {
  const { figures } = await runOnce({ ...SMALL, ...wanted }, new AbortController().signal);
  expect(figures.failures).toEqual({});
  expect(brokenIn(figures)).toEqual([]);
  return figures;
}

test('bots at the plain door are shown every move, and each is in a record', async () => {
  const { times, thresholds } = await figuresOf({ load: 'plain', players: 8 });
  expect(times['move']?.count).toBeGreaterThan(4);
  expect(times['answer']?.count).toBeGreaterThan(4);
  expect(thresholds.map(({ name }) => name)).toContain('accepted moves without a record: 0');
});

test('every bead that falls is in its ledger and in the records, once', async () => {
  const { times, thresholds, server } = await figuresOf({ load: 'temples', players: 4, temples: 8 });
  expect(times['bead']?.count).toBeGreaterThan(2);
  const names = thresholds.map(({ name }) => name);
  expect(names).toContainEqual(expect.stringMatching(/^ledgers with each bead once: 8 of 8 \(\d+ fell/));
  expect(names).toContain('beads that are not in the records exactly once: 0');
  expect(Object.keys(server.partsCpu ?? {}).sort()).toEqual(['bridge', 'broker', 'servers']);
});
