/** Each row of the table of failures, with real processes: what breaks, what players see, and what never happens. */
import { fastChance } from '@flower-war/rules';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Cluster, noCluster } from './cluster.ts';
import { type Fault, strike } from './faults.ts';
import { Load } from './load.ts';

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);

/** How long each fault lasts, and within which time after it everybody plays again. */
const ROWS: readonly (readonly [fault: Fault, lastsMs: number, withinMs: number])[] = [
  ['PostgreSQL gone', 10_000, 8000],
  ['PostgreSQL crashed', 0, 8000],
  ['answers of PostgreSQL are lost', 300, 8000],
  ['Redis gone', 5000, 3000],
  ['Redis restarted empty', 0, 3000],
  ['cut off from Redis', 5000, 3000],
  ['proxy restarted', 0, 8000],
];

describe.skipIf(noCluster)(`several servers, seed ${SEED}${noCluster === undefined ? '' : ` (${noCluster})`}`, () => {
  const chance = fastChance(SEED);
  let cluster: Cluster;
  let load: Load | undefined;

  beforeAll(async () => {
    const settings = { BOT_DELAY_MS: '0', MESSAGES_PER_SECOND: '10000', WEBHOOKS: 'any' };
    cluster = await Cluster.start({ processes: 1, settings });
  });
  afterEach(() => load?.close());
  afterAll(() => cluster?.stop());

  test.each(ROWS)('%s', async (fault, milliseconds, withinMs) => {
    load = await Load.start({ url: cluster.url, seed: chance.die(1_000_000), tables: 4, turnCap: 40 });
    await load.goesOn();
    await strike(fault, { cluster, chance, milliseconds });
    expect(await load.goesOn()).toBeLessThan(withinMs);
    await load.finish();
    const { problems, lost, twice, accepted } = await load.check();
    expect({ problems: [...problems, ...cluster.problems], lost, twice }).toEqual({ problems: [], lost: 0, twice: 0 });
    expect(accepted).toBeGreaterThan(20);
  });
});
