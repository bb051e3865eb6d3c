/** A disk that fails to sync may have lost what was written before. A server that went on would promise what it cannot keep. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@flower-war/protocol/hosting';
import { expect, onTestFinished, test } from 'vitest';
import { person } from '../support/api.ts';
import { ChildServer } from '../support/server.ts';
import { noSlowSyncs, SlowSyncs } from './slowSyncs.ts';

/** Longer than a sync that the thread of the database makes itself. */
const SLOW_MS = 30;

test.skipIf(noSlowSyncs !== undefined).each(['fast', 'slow'] as const)(
  `a server whose %s disk fails to sync ends, accepts nothing, and goes on when it starts again${noSlowSyncs === undefined ? '' : `: ${noSlowSyncs}`}`,
  async (speed) => {
    const folder = mkdtempSync(join(tmpdir(), 'broken-disk-'));
    const [disk, data] = [new SlowSyncs(folder), join(folder, 'data')];
    const server = new ChildServer(await freePort(), { DATA_DIR: data, ...disk.environmentWithCopies });
    onTestFinished(async () => {
      await server.end('SIGKILL');
      disk.close();
    });
    if (speed === 'slow') disk.delay(SLOW_MS);
    await server.start();
    const ended = new Promise<number | null>((resolve) => {
      server.onEnd = resolve;
    });
    const client = await person(server.url, 'Itzel');
    const kept = await client.create({ game: 'tieqchieq' });
    server.isHeard = false;
    disk.fail(true);
    const refused = await client.create({ game: 'tieqchieq' }).then(
      () => 'created',
      () => 'refused',
    );
    expect([refused, await ended]).toEqual(['refused', 1]);
    expect(server.said + server.complained).toContain('the disk failed to sync');
    disk.fail(false);
    disk.cutPower(data);
    await server.start();
    const matches = await client.list({ game: 'tieqchieq' });
    expect(matches.map(({ match }) => match)).toEqual([kept.match]);
  },
);
