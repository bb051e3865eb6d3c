import { expect, test } from 'vitest';
import { crashRun } from './crashRun.ts';

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);

test(`complaint 10, a restart kills live games: kill -9 in the middle of four running matches, 5 times, seed ${SEED}: nothing accepted is lost or played twice`, async () => {
  const tally = await crashRun({ kills: 5, seed: SEED, log: () => {} });
  expect(tally).toMatchObject({ kills: 5, lost: 0, twice: 0, problems: [] });
  expect(tally.accepted).toBeGreaterThan(50);
}, 120_000);

test(`restarts as a deploy does them, 3 times, seed ${SEED}: nobody notices more than a pause`, async () => {
  const tally = await crashRun({ kills: 3, seed: SEED, signal: 'SIGTERM', log: () => {} });
  expect(tally).toMatchObject({ lost: 0, twice: 0, problems: [] });
}, 120_000);
