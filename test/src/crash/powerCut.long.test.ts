/** Cuts the power of running matches: the database loses all that no sync brought to the disk. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { noSlowSyncs, SlowSyncs } from '../slow-disk/slowSyncs.ts';
import { crashRun } from './crashRun.ts';

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
/** So long that nearly every cut comes in the middle of a sync: on a disk that counts as fast, and on one that is slow. */
const SYNCS_MS = [5, 20];

test.skipIf(noSlowSyncs !== undefined).each(SYNCS_MS)(
  `syncs of %i ms, a power cut in the middle of four running matches, 4 times, seed ${SEED}: nothing accepted is lost or played twice${noSlowSyncs === undefined ? '' : `: ${noSlowSyncs}`}`,
  async (milliseconds) => {
    const folder = mkdtempSync(join(tmpdir(), 'power-cut-'));
    const disk = new SlowSyncs(folder);
    onTestFinished(() => {
      disk.close();
      rmSync(folder, { recursive: true });
    });
    disk.delay(milliseconds);
    const tally = await crashRun({ kills: 4, seed: SEED, disk, log: () => {} });
    expect(tally).toMatchObject({ kills: 4, lost: 0, twice: 0, problems: [] });
    expect(tally.accepted).toBeGreaterThan(50);
  },
  120_000,
);
