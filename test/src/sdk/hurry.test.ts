import { expect, test } from 'vitest';
import { person, playOn, serveThisFile } from './house.ts';

serveThisFile({ MESSAGES_PER_SECOND: '10' });

test('a program that plays faster than the server allows is slowed down, and loses nothing', async () => {
  const ana = await person('Ana');
  const match = await ana.create({ game: 'tieqchieq', options: { turnCap: 20 }, bots: [{ bot: 'greedy' }] });
  const live = await ana.join(match);
  await playOn(live);
  expect(live.table.result.reason).toBe('turn-cap');
  live.close();
});
