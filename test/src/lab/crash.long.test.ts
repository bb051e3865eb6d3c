import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { noSlowSyncs, SlowSyncs } from '../slow-disk/slowSyncs.ts';
import { beadRun, crashRun } from './crash.ts';

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const NOTHING_AMISS = { lost: 0, twice: 0, problems: [] };
const log = () => {};

test.concurrent(`complaint 10, a restart kills live games: kill -9 in the middle of four running matches, 2 times, seed ${SEED}: nothing accepted is lost or played twice`, async ({
  expect,
}) => {
  const checked = await crashRun({ kills: 2, seed: SEED, log });
  expect(checked).toMatchObject(NOTHING_AMISS);
  expect(checked.accepted).toBeGreaterThan(20);
  expect(checked.views).toBeGreaterThan(20);
  expect(checked.notices).toBeGreaterThanOrEqual(2 * checked.matches);
});

test.concurrent(`kill -9 while the log of appends has what the tables have not, 2 times, seed ${SEED}`, async ({
  expect,
}) => {
  const checked = await crashRun({ kills: 2, seed: SEED, durability: 'process', log });
  expect(checked).toMatchObject(NOTHING_AMISS);
  expect(checked.fromLog).toBeGreaterThan(0);
});

test.concurrent(`kill -9 while beads fall and a match is played, 2 times, seed ${SEED}: every bead is counted once and offered once`, async ({
  expect,
}) => {
  const beads = await beadRun({ kills: 2, seed: SEED, log });
  expect(beads).toMatchObject(NOTHING_AMISS);
  expect(beads.fallen).toBeGreaterThan(5);
});

/**
 * The database loses all that no sync brought to the disk. Nearly every cut comes in the middle of a sync of this length. On a disk that is
 * quick, and on one that is fast, moves are in the log of appends; on one that is slow they are in the tables.
 */
test.skipIf(noSlowSyncs !== undefined).each([0, 2, 60])(
  `syncs of %i ms, a power cut in the middle of four running matches, 2 times, seed ${SEED}: nothing accepted is lost or played twice${noSlowSyncs === undefined ? '' : `: ${noSlowSyncs}`}`,
  async (milliseconds) => {
    const folder = mkdtempSync(join(tmpdir(), 'power-cut-'));
    const disk = new SlowSyncs(folder);
    onTestFinished(() => disk.close());
    disk.delay(milliseconds);
    // A disk must show that it is quick.
    const leastMs = milliseconds === 0 ? 2000 : 0;
    const checked = await crashRun({ kills: 2, seed: SEED, leastMs, disk, log });
    expect(checked).toMatchObject(NOTHING_AMISS);
    expect(checked.accepted).toBeGreaterThan(20);
  },
);
