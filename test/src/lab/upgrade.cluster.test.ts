/**
 * Processes of the version before are replaced one after the other while people play, though the data changes its format, and one goes
 * back. What was told is in the records, once.
 */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { at } from '@flower-war/rules';
import { describe, expect } from 'vitest';
import { testAgainst, treeOf } from '../support/earlierTree.ts';
import { ROOT } from '../support/program.ts';
import { BACK_WITHIN_MS, templesAt } from './chaos.ts';
import { Cluster, noCluster } from './house.ts';
import { Load } from './load.ts';

/** The last commit whose data has format 9. At each release it becomes the tag of the release before, if the format has changed since. */
const BEFORE = 'ef7590a4';
const MAIN = 'server/src/main.ts';
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);

describe.skipIf(noCluster)(`a rolling upgrade, seed ${SEED}${noCluster === undefined ? '' : ` (${noCluster})`}`, () => {
  testAgainst(BEFORE, 'from the version before, and back', async () => {
    const tree = treeOf(BEFORE);
    const settings = { BOT_DELAY_MS: '0', MESSAGES_PER_SECOND: '10000', WEBHOOKS: 'any' };
    const cluster = await Cluster.start({ processes: 3, settings, main: join(tree, MAIN) });
    const format = async () => Number((await cluster.ask('SELECT n FROM format'))[0]?.['n']);
    const temples = await templesAt(cluster, { seed: SEED, count: 1 });
    const load = await Load.start({ url: cluster.url, seed: SEED, tables: 4, temples, turnCap: 400 });
    try {
      expect(await load.goesOn()).toBeLessThan(30_000);
      const before = await format();
      const change = async (name: string, main: string) => {
        const server = cluster.process(name);
        await server.stop();
        server.main = main;
        await server.start();
        expect(await load.goesOn(), name).toBeLessThan(BACK_WITHIN_MS);
      };
      for (const name of ['a', 'b']) await change(name, join(ROOT, MAIN));
      expect(await format()).toBe(before + 1);
      const backup = join(cluster.folder, 'a', `flower-war.format-${before}.sqlite`);
      const kept = new DatabaseSync(backup, { readOnly: true });
      expect(kept.prepare('SELECT count(*) > 0 AS some FROM entries').get()).toEqual({ some: 1 });
      kept.close();
      expect(existsSync(join(cluster.folder, 'b', `flower-war.format-${before}.sqlite`))).toBe(false);
      await change('b', join(tree, MAIN)); // the host has doubts
      for (const name of ['b', 'c']) await change(name, join(ROOT, MAIN));
      await load.finish();
      const { problems, lost, twice, accepted, beads } = await load.check();
      // A server of before may be held up by a place that was reserved and not taken, and then ends by force.
      const own = cluster.problems.filter((problem) => !problem.includes(tree));
      expect({ problems: [...problems, ...own], lost, twice }).toEqual({
        problems: [],
        lost: 0,
        twice: 0,
      });
      expect(accepted).toBeGreaterThan(100);
      expect(beads.fallen).toBeGreaterThan(2);
      expect(at(cluster.processes, 0).restarts).toBe(0);
    } finally {
      await load.close();
      await cluster.stop();
      rmSync(tree, { recursive: true });
    }
  });
});
