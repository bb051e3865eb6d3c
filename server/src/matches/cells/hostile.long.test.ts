/** Each attack of a bot costs it its turn, and costs no other bot anything. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { guest, HONEST, HOSTILE, newCells, someQuestion } from './guests.fixture.ts';

const { cells, lost, clock } = newCells();
const question = someQuestion();
beforeAll(() => cells.ask(guest(HONEST), question));
afterAll(() => cells.close());

test.each(HOSTILE)('%s', async (attack, code, ...expected) => {
  const bot = guest(code, attack);
  const { pid } = cells;
  expect(await cells.ask(bot, question)).toBeUndefined();
  const [id, why] = lost.at(-1) ?? [];
  expect(id).toBe(bot.id);
  expect([...expected, 'late']).toContain(why); // a slow machine ends by time what fuel would
  expect(await cells.ask(guest(HONEST), question)).toBeDefined();
  expect(cells.pid).toBe(pid);
  clock.now += 60_001;
});

test('all of them at once, and an honest bot among them plays on', async () => {
  const { cells, ...other } = newCells({ withinMs: 120_000 });
  const attacks = HOSTILE.map(([attack, code]) => cells.ask(guest(code, attack), question));
  const honest = guest(HONEST);
  const answers: (number | undefined)[] = [];
  for (let n = 0; n < 10; n++) answers.push(await cells.ask(honest, question));
  expect(answers).not.toContain(undefined);
  expect((await Promise.all(attacks)).filter((answer) => answer !== undefined)).toEqual([]);
  expect(other.lost).toHaveLength(HOSTILE.length);
  await cells.close();
});
