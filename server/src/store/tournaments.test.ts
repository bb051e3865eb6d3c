import { expect, test } from 'vitest';
import { memoryStore } from './store.fixture.ts';

const made = (tournament: string, maker: string | null) => {
  const times = { createdAt: 1, startsAt: 5, dueAt: 5 };
  return { tournament, maker, visibility: 'public' as const, game: 'x', code: null, ...times };
};
const entry = (tournament: string, n: number, more: object = {}) => ({
  tournament,
  n,
  entry: `${n}`,
  status: 'open' as const,
  at: 9,
  dueAt: 5,
  ...more,
});

test('entries are written once, in their order, and only that many tournaments of one maker are open', async () => {
  const { people, tournaments, accounts } = memoryStore().stores;
  for (const player of ['a', 'b']) await people.add({ player, name: player, createdAt: 1 });
  expect(await tournaments.create(made('t-1', 'a'), '0', 1)).toBe('done');
  expect(await tournaments.create(made('t-2', 'a'), '0', 1)).toBe('full');
  expect(await tournaments.create(made('t-3', 'none'), '0', 1)).toBe('unknown');
  expect(await tournaments.create(made('t-4', null), '0', 0)).toBe('done');
  expect(await tournaments.append(entry('t-1', 2))).toBe(false);
  expect(await tournaments.append(entry('t-1', 1, { player: 'b' }))).toBe(true);
  expect(await tournaments.append(entry('t-1', 1))).toBe(false);
  expect(await tournaments.append(entry('t-none', 0))).toBe(false);
  expect(await tournaments.entries('t-1', 0)).toEqual(['0', '1']);
  expect((await tournaments.of('b', 9)).map((one) => one.tournament)).toEqual(['t-1']);
  expect([await tournaments.due(4), await tournaments.due(5)]).toEqual([[], ['t-1', 't-4']]);
  expect(await tournaments.append(entry('t-1', 2, { status: 'ended' }))).toBe(true);
  expect(await tournaments.create(made('t-2', 'a'), '0', 1)).toBe('done');
  await accounts.forget('b');
  expect(await tournaments.of('b', 9)).toEqual([]);
  await tournaments.sweep(10);
  expect([await tournaments.find('t-1'), await tournaments.entries('t-1', 0)]).toEqual([undefined, []]);
});
