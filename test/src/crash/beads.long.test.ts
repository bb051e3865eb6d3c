import { expect, test } from 'vitest';
import { beadRun } from './beads.ts';

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);

test(`kill -9 while beads fall and a match is played, 2 times, seed ${SEED}: every bead is counted once and offered once`, async () => {
  const tally = await beadRun({ kills: 2, seed: SEED, log: () => {} });
  expect(tally).toMatchObject({ kills: 2, lost: 0, twice: 0, problems: [] });
  expect(tally.fallen).toBeGreaterThan(5);
}, 120_000);
