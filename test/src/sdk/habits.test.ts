import { verify } from '@flower-war/protocol';
import { engine } from '@flower-war/rules';
import { expect, test } from 'vitest';
import { person, playOn, serveThisFile } from './house.ts';

serveThisFile();

const SHORT = { options: { turnCap: 40, startPlayer: 'host' } } as const;

/** Two people at a new table. */
async function seated(table: object) {
  const [ana, ben] = await Promise.all([person('Ana'), person('Ben')]);
  const match = await ana.create({ game: 'tieqchieq', ...SHORT, table });
  const lives = [await ana.join(match), await ben.join(match)] as const;
  await Promise.all(lives.map((live) => live.until(({ table: { status } }) => status !== 'open')));
  return { ana, match, lives };
}

test('a player at a table with habits is never asked to toss, and the record verifies', async () => {
  const { ana, match, lives } = await seated({ habits: 'usual' });
  const asked: string[] = [];
  for (const live of lives) live.on('change', () => asked.push(...live.legal));
  expect(lives[0].habits).toEqual(['toss', 'single']);
  await Promise.all(lives.map(playOn));
  expect(asked).not.toContain('toss');
  const record = await ana.history.record(match.match);
  expect(record).toContain('"by":"habit"');
  expect(await verify(record, engine)).toMatchObject({ ok: true });
  for (const live of lives) live.close();
});

test('a player chooses habits and gives them up, and the other player is not told', async () => {
  const { lives } = await seated({});
  const [ana, ben] = lives;
  await ana.until(({ legal }) => legal.includes('toss'));
  expect(await ana.keep(['toss'])).toMatchObject({ kind: 'accepted' });
  await ana.until(({ legal }) => !legal.includes('toss'));
  expect([ana.habits, ben.habits]).toEqual([['toss'], []]);
  expect(await ana.keep('none')).toMatchObject({ kind: 'accepted' });
  expect(ana.habits).toEqual([]);
  expect(await ana.keep(['roll' as never])).toMatchObject({ code: 'illegal-move', reason: 'unknown-habit' });
  for (const live of lives) live.close();
});
