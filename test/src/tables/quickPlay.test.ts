import type { MatchSummary } from '@flower-war/protocol';
import type { Running } from '@flower-war/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer } from '../support/server.ts';
import { newPerson, type Person, takeSeat } from '../support/sockets/rawClient.ts';

let server: Running;
let people: Person[];
const quick = async (person: Person, wanted: object = {}) =>
  (await person.post<MatchSummary>('/api/quick', { game: 'tieqchieq', ...wanted })).body;

beforeAll(async () => {
  server = await testServer();
  people = await Promise.all([1, 2, 3].map(() => newPerson(server.address)));
});
afterAll(() => server?.stop());

test('people who look at the same moment find each other, and no more of them a match than it has seats', async () => {
  const found = await Promise.all(people.map((person) => quick(person)));
  const seekers = [...Map.groupBy(found, ({ match }) => match).values()].map(({ length }) => length);
  expect(seekers.sort()).toEqual([1, 2]);
  const again = await Promise.all(people.map((person) => quick(person)));
  expect(again.map(({ match }) => match)).toEqual(found.map(({ match }) => match));
});

test('a match of somebody’s own options, a private one and a full one are not found', async () => {
  const [ana, beto] = people as [Person, Person, Person];
  const make = async (wanted: object) =>
    (await ana.post<MatchSummary>('/api/matches', { game: 'tieqchieq', ...wanted })).body;
  const own = await make({ options: { stacking: true } });
  const secret = await make({ table: { visibility: 'private' } });
  const full = await make({ bots: [{ bot: 'random' }, { bot: 'random', seat: 1 }] });
  const found = await quick(beto);
  expect([own.match, secret.match, full.match]).not.toContain(found.match);
  expect(full.seats.map(({ kind }) => kind)).toEqual(['bot', 'bot']);
});

test('the preset is part of the wish, and an unknown one is refused', async () => {
  const [ana] = people as [Person];
  const fortress = await quick(ana, { preset: 'tieqchieq-fortress' });
  expect(fortress.options.board).toBe('F7');
  expect((await quick(ana)).match).not.toBe(fortress.match);
  expect(await quick(ana, { preset: 'nope' })).toMatchObject({ code: 'bad-options' });
});

test('the length is part of the wish, and an unknown one is refused', async () => {
  const [ana, beto] = people as [Person, Person, Person];
  const short = await quick(ana, { game: 'mexica', length: 'short' });
  expect(short.options.length).toBe('short');
  expect((await quick(beto, { game: 'mexica' })).match).not.toBe(short.match);
  expect((await quick(beto, { game: 'mexica', length: 'short' })).match).toBe(short.match);
  expect(await quick(ana, { game: 'mexica', length: 'endless' })).toMatchObject({ code: 'bad-options' });
  expect(await quick(ana, { length: 'short' })).toMatchObject({ code: 'bad-options' });
});

test('a match that lacks one is better than one that lacks two', async () => {
  const [ana, beto, caro] = people as [Person, Person, Person];
  const { body: waiting } = await ana.post<MatchSummary>('/api/matches', { game: 'tieqchieq' });
  const client = await takeSeat(ana, waiting);
  expect((await quick(beto)).match).toBe(waiting.match);
  expect((await quick(caro)).match).not.toBe(waiting.match); // the seat is promised to beto
  await beto.post('/api/quick', { game: 'tieqchieq', preset: 'tieqchieq-fortress' });
  expect((await quick(caro)).match).toBe(waiting.match);
  client.close();
});
