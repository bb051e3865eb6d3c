import { setImmediate as nextTurn } from 'node:timers/promises';
import { tableSettings } from '@flower-war/protocol';
import { at, fastChance, GAMES, type Seat } from '@flower-war/rules';
import { afterEach, expect, test } from 'vitest';
import { newTable } from './table.fixture.ts';
import { type BotQuestion, Thinker } from './thinker.ts';

const open: Thinker[] = [];
afterEach(async () => void (await Promise.all(open.splice(0).map((thinker) => thinker.close()))));

function newThinker(seed = 1) {
  const problems: string[] = [];
  const thinker = new Thinker({ chance: fastChance(seed), report: (problem) => problems.push(problem) });
  open.push(thinker);
  return { thinker, problems };
}

const OPTIONS = {
  board: 'S7',
  surcharge: 'exact',
  plusFree: true,
  mayPass: false,
  stacking: false,
  startPlayer: 'host',
  turnCap: 30,
};

/** A position of Tieqchieq in which a seat has a choice. */
function someQuestion(): BotQuestion {
  const { game } = GAMES.get('tieqchieq')!;
  const chance = fastChance(5);
  let state = game.setup(OPTIONS, 2, chance);
  for (;;) {
    const seat = at(game.toMove(state), 0);
    const legal = game.legalMoves(state, seat);
    if (legal.length > 2)
      return { game: 'tieqchieq', bot: 'strong', view: game.view(state, seat), seat, options: OPTIONS, legal };
    const applied = game.apply(state, seat, at(legal, 0), chance);
    if (!applied.ok) throw new Error(applied.reason);
    state = applied.state;
  }
}

test('chooses as the bot itself chooses with the same luck', async () => {
  const asked = someQuestion();
  const seed = fastChance(9).die(2 ** 31);
  const chosen = GAMES.get('tieqchieq')!.bots.strong(asked, fastChance(seed));
  const { thinker, problems } = newThinker(9);
  expect(await thinker.ask(asked)).toBe(asked.legal.indexOf(chosen));
  expect(problems).toEqual([]);
});

test('the event loop goes on while bots think', async () => {
  const { thinker } = newThinker();
  let [turns, isDone] = [0, false];
  const answers = Promise.all(Array.from({ length: 8 }, () => thinker.ask(someQuestion()))).finally(() => {
    isDone = true;
  });
  for (; !isDone; turns++) await nextTurn();
  expect((await answers).every((index) => index !== undefined)).toBe(true);
  expect(turns).toBeGreaterThan(100);
});

test('what finds too many questions waiting has no answer, and holds up no other', async () => {
  const { thinker } = newThinker();
  const asked = Array.from({ length: 20 }, () => thinker.ask(someQuestion()));
  expect(await Promise.race([asked.at(-1), asked[0]])).toBeUndefined();
  const indexes = await Promise.all(asked);
  expect(indexes.filter((index) => index === undefined)).toHaveLength(4);
  expect(await thinker.ask(someQuestion())).toBeDefined();
});

test('a bot that fails has no answer, and the next one has', async () => {
  const { thinker, problems } = newThinker();
  const broken = { ...someQuestion(), view: {} };
  expect(await thinker.ask({ ...broken, game: 'chess' })).toBeUndefined();
  expect(await thinker.ask(broken)).toBeUndefined();
  expect(problems).toEqual(['a bot failed', 'a bot failed']);
  expect(await thinker.ask(someQuestion())).toBeDefined();
});

test('closing answers all that wait, and takes nothing more', async () => {
  const { thinker, problems } = newThinker();
  const waiting = thinker.ask(someQuestion());
  await thinker.close();
  expect(await waiting).toBeUndefined();
  expect(await thinker.ask(someQuestion())).toBeUndefined();
  expect(problems).toEqual([]);
});

test.each([true, false])('a match of a strong bot is played to its end; with a thread: %s', async (isThreaded) => {
  const { thinker, problems } = newThinker();
  const table = newTable(isThreaded ? { thinker } : {});
  const wanted = { game: 'tieqchieq', preset: 'tieqchieq', options: OPTIONS, seats: 2, host: 'p0' };
  const id = await table.matches.create({ ...wanted, table: tableSettings.parse({}) });
  const match = await table.matches.open(id);
  for (const [seat, bot] of ['strong', 'random'].entries())
    await match?.sit({ by: 'bot', bot }, seat as Seat, table.now);
  await expect.poll(async () => (await table.journal.index(id))?.index.status, { timeout: 60_000 }).toBe('ended');
  expect([...problems, ...table.reports]).toEqual([]);
  await table.matches.stop();
});
