import { test } from 'vitest';
import { crashRun } from './crashRun.ts';

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);

test.concurrent(`complaint 10, a restart kills live games: kill -9 in the middle of four running matches, 4 times, seed ${SEED}: nothing accepted is lost or played twice`, async ({
  expect,
}) => {
  const tally = await crashRun({ kills: 4, seed: SEED, log: () => {} });
  expect(tally).toMatchObject({ kills: 4, lost: 0, twice: 0, problems: [] });
  expect(tally.accepted).toBeGreaterThan(50);
  expect(tally.notices).toBeGreaterThanOrEqual(2 * tally.matches);
}, 120_000);

test.concurrent(`restarts as a deploy does them, 2 times, seed ${SEED}: players notice no more than a pause`, async ({
  expect,
}) => {
  const tally = await crashRun({ kills: 2, seed: SEED, signal: 'SIGTERM', log: () => {} });
  expect(tally).toMatchObject({ lost: 0, twice: 0, problems: [] });
}, 120_000);
