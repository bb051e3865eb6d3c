import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MOST_COUNT } from '@flower-war/protocol/temple';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createKeeper, load } from './keeper.ts';

it('counts as far as can be told, and no count falls when that is reached', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'temple-keeper-'));
  try {
    const file = join(folder, 'totals.json');
    const keeper = createKeeper(
      { epoch: 7, war: MOST_COUNT - 1, rain: 0, boot: 1 },
      { file, log: pino({ level: 'silent' }) },
    );
    expect([keeper.add('war'), keeper.add('war')]).toEqual([MOST_COUNT, MOST_COUNT]);
    await keeper.settled();
    expect((await load(file)).record).toMatchObject({ epoch: 7, war: MOST_COUNT });
  } finally {
    await rm(folder, { recursive: true });
  }
});
