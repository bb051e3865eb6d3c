/** Quick play knows ratings: who is near meets at once, others after a while, and of two who wait the later one moves. */
import type { MatchSummary } from '@flower-war/protocol';
import { expect, test } from 'vitest';
import { closing, house, serveThisFile } from '../sdk/house.ts';
import { newPerson, type Person, takeSeat } from '../support/sockets/rawClient.ts';

let clock = 1_800_000_000_000;
serveThisFile({ QUICK_FILL_SECONDS: '60' }, { now: () => clock });
const pass = (seconds: number) => {
  clock += seconds * 1000;
};

/** No player of one test fits the table of another one. */
const WISHES = {
  first: { game: 'tieqchieq', clock: 'none' },
  second: { game: 'tieqchieq', clock: 'turn' },
  third: { game: 'tieqchieq', clock: 'bank' },
  fourth: { game: 'tieqchieq', preset: 'tieqchieq-fortress', clock: 'turn' },
  fifth: { game: 'mexica', seats: 3 },
  sixth: { game: 'mexica', seats: 4 },
} as const;
type Wish = (typeof WISHES)[keyof typeof WISHES];

let settled = 0;

/** Players with these ratings; `undefined` for one who has none. */
async function rated(...numbers: readonly (number | undefined)[]): Promise<readonly Person[]> {
  const people = await Promise.all(numbers.map(() => newPerson(house.url)));
  const known = { deviation: 50, volatility: 0.06, matches: 30, at: clock };
  const ratings = people.flatMap(({ session: { player } }, n) => {
    const rating = numbers[n];
    return rating === undefined ? [] : [{ player, rating, ...known }];
  });
  for (const [game, preset] of [
    ['tieqchieq', 'tieqchieq'],
    ['tieqchieq', 'tieqchieq-fortress'],
    ['mexica', 'mexica'],
  ] as const) {
    const about = { game, preset, match: `M${++settled}`, at: clock, changes: [] };
    await house.server.services.ratingTable.settle(settled, { ...about, ratings, keeps: 'known' });
  }
  return people;
}

const quick = async (who: Person, wish: Wish) => (await who.post<MatchSummary>('/api/quick', wish)).body;
const idFor = async (who: Person, wish: Wish) => (await quick(who, wish)).match;

/** Waits at a table of quick play. */
async function waits(who: Person, wish: Wish): Promise<string> {
  const table = await quick(who, wish);
  closing(await takeSeat(who, table));
  return table.match;
}

test('players of near ratings meet at once, others after a while, and the answer tells how long it takes at most', async () => {
  const [ana, near, far] = (await rated(1500, 1600, 2100)) as [Person, Person, Person];
  const table = await quick(ana, WISHES.first);
  expect(table.table.fillSeconds).toBe(60);
  closing(await takeSeat(ana, table));
  expect(await idFor(far, WISHES.first)).not.toBe(table.match);
  expect(await idFor(near, WISHES.first)).toBe(table.match);
  pass(10); // the near one did not come
  expect(await idFor(far, WISHES.first)).not.toBe(table.match);
  pass(25);
  expect(await idFor(far, WISHES.first)).toBe(table.match);
});

test('who has no rating meets others without one at once, and those who are known in the second half of the wait', async () => {
  const [known, one, other] = (await rated(1500, undefined, undefined)) as [Person, Person, Person];
  const his = await waits(known, WISHES.second);
  const hers = await waits(one, WISHES.second);
  expect(hers).not.toBe(his);
  expect(await waits(other, WISHES.second)).toBe(hers); // it begins
  pass(31);
  expect(await idFor((await rated(undefined))[0]!, WISHES.second)).toBe(his);
});

test('of two who wait and come to fit, the later one is told of the table of the other one, and never both', async () => {
  const [ana, ben] = (await rated(1400, 1900)) as [Person, Person];
  const first = await waits(ana, WISHES.third);
  pass(1);
  const second = await waits(ben, WISHES.third);
  expect(second).not.toBe(first);
  const told = async () => [await idFor(ana, WISHES.third), await idFor(ben, WISHES.third)];
  expect(await told()).toEqual([first, second]);
  pass(40);
  expect(await told()).toEqual([first, first]);
  await ben.post(`/api/matches/${second}/leave`);
  expect(await waits(ben, WISHES.third)).toBe(first);
});

test('two who have met at a table stay there', async () => {
  const [alone, ben, caro] = (await rated(1400, 1900, 1900)) as [Person, Person, Person];
  await waits(alone, WISHES.sixth);
  pass(1);
  const table = await waits(ben, WISHES.sixth);
  pass(55);
  expect(await idFor(ben, WISHES.sixth)).not.toBe(table);
  pass(-55);
  await waits(caro, WISHES.sixth);
  pass(55);
  for (const one of [ben, caro]) expect(await idFor(one, WISHES.sixth)).toBe(table);
});

test('a block keeps two apart, however near they are and however long they wait', async () => {
  const [ana, ben] = (await rated(1500, 1500)) as [Person, Person];
  await ana.post(`/api/me/people/${ben.session.player}/block`);
  const tables = [await waits(ana, WISHES.fourth), await waits(ben, WISHES.fourth)];
  pass(55);
  expect([await idFor(ana, WISHES.fourth), await idFor(ben, WISHES.fourth)]).toEqual(tables);
});

test('a table of several suits who fits all its people, also those who are only on their way', async () => {
  const [ana, ben, caro, dora] = (await rated(1500, 1580, 1720, 1540)) as [Person, Person, Person, Person];
  const table = await waits(ana, WISHES.fifth);
  expect(await idFor(ben, WISHES.fifth)).toBe(table);
  expect(await idFor(caro, WISHES.fifth)).not.toBe(table);
  expect(await idFor(dora, WISHES.fifth)).toBe(table);
});
