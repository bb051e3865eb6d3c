/** Each attack of a bot costs it its turn, and costs no other bot anything. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { guest, HONEST, HOSTILE, newCells, someQuestion } from './guests.fixture.ts';
import { HONEST_MODULE, HOSTILE_MODULES, moduleGuest } from './modules.fixture.ts';

const { cells, lost, clock } = newCells();
const question = someQuestion();
beforeAll(() => cells.ask(guest(HONEST), question));
afterAll(() => cells.close());

const ATTACKS = [
  ...HOSTILE.map(([attack, code, ...why]) => ({ attack, bot: guest(code, attack), why })),
  ...HOSTILE_MODULES.map(([attack, text, ...why]) => ({ attack, bot: moduleGuest(text, attack), why })),
];

test.each(ATTACKS)('$attack', async ({ bot, why: expected }) => {
  const { pid } = cells;
  expect(await cells.ask(bot, question)).toBeUndefined();
  const [id, why] = lost.at(-1) ?? [];
  expect(id).toBe(bot.id);
  expect([...expected, 'late']).toContain(why); // a slow machine ends by time what fuel would
  expect(await cells.ask(guest(HONEST), question)).toBeDefined();
  expect(await cells.ask(moduleGuest(HONEST_MODULE), question)).toBeDefined();
  expect(cells.pid).toBe(pid);
  clock.now += 60_001;
});

test('all of them at once, and an honest bot among them plays on', async () => {
  const { cells, ...other } = newCells({ withinMs: 120_000 });
  const attacks = ATTACKS.map(({ bot }) => cells.ask(bot, question));
  const honest = [guest(HONEST), moduleGuest(HONEST_MODULE)];
  const answers: (number | undefined)[] = [];
  for (let n = 0; n < 5; n++) for (const bot of honest) answers.push(await cells.ask(bot, question));
  expect(answers).not.toContain(undefined);
  expect((await Promise.all(attacks)).filter((answer) => answer !== undefined)).toEqual([]);
  expect(other.lost).toHaveLength(ATTACKS.length);
  await cells.close();
});
