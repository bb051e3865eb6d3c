/** What a live match knows of its game. */
import { expect, test } from 'vitest';
import { gamesWithSealed } from '../sealed/sealed.ts';
import { person, serveThisFile } from './house.ts';

serveThisFile(undefined, gamesWithSealed());

/** Each game at a table for two, what its seats are called there, and an option that is not as usual. */
test.each([
  ['flower-war', ['EAST', 'WEST'], { mode: 'epic' }],
  ['mexica', ['EAST', 'WEST'], { weekBonuses: 'off' }],
  ['space-aztecs', ['1', '2'], { codex: false }],
  ['tieqchieq', ['RED', 'YELLOW'], { mayPass: true }],
] as const)('%s', async (game, names, options) => {
  const [ana, eve] = [await person('Ana'), await person('Eve')];
  const summary = await ana.create<string>({ game, options, seats: 2 });
  const live = await ana.join(summary, { seat: names[1] });
  expect(live).toMatchObject({ id: summary.match, game, preset: game, seat: 1 });
  expect(live.options).toEqual(summary.options);
  expect(live.options).toMatchObject(options);
  const hosted = (await ana.games()).find(({ id }) => id === game);
  expect(Object.keys(live.options).sort()).toEqual(hosted?.options.map(({ name }) => name).sort());
  expect(live.seatNames).toEqual(hosted?.seatNames[2]);
  expect(live.seatNames).toHaveLength(2);
  expect(live.seatNames[1]).toBe(names[1]);
  const watching = await eve.watch(summary.match);
  expect(watching).toMatchObject({ game, options: live.options, seatNames: live.seatNames });
  for (const one of [live, watching]) one.close();
});

test('the order of turns decides what the seats are called', async () => {
  const ana = await person('Ana');
  const order = { turnOrder: 'ECZNSW' } as const;
  const live = await ana.join(await ana.create({ game: 'flower-war', options: order, seats: 6 }));
  expect(live.seatNames).toEqual(['EAST', 'CENTER', 'ZENITH', 'NORTH', 'SOUTH', 'WEST']);
  expect(live.seatNames[live.seat ?? -1]).toBe('EAST');
  live.close();
});

test('a match is known by its id or its link, and tells its game', async () => {
  const [ana, ben] = [await person('Ana'), await person('Ben')];
  const { match, options } = await ana.create({ game: 'tieqchieq', table: { visibility: 'private' } });
  const byId = await ana.join(match);
  expect(byId).toMatchObject({ game: 'tieqchieq', options, seatNames: ['RED', 'YELLOW'] });
  const { link = '' } = await ana.match(match);
  const byLink = await ben.joinByLink(link);
  expect(byLink.game === 'tieqchieq' && byLink.options.turnCap).toBe(1000);
  for (const live of [byId, byLink]) live.close();
});

test('a match of another game than the caller says is refused before a seat is taken', async () => {
  const ana = await person('Ana');
  const { match } = await ana.create({ game: 'tieqchieq' });
  const wrong = { match, game: 'mexica' } as const;
  const why = `the match ${match} is of the game tieqchieq, not mexica`;
  await expect(ana.join(wrong)).rejects.toThrow(why);
  await expect(ana.watch(wrong)).rejects.toThrow(why);
  expect((await ana.match(match)).seats.map(({ kind }) => kind)).toEqual(['free', 'free']);
});

test('a game that this client does not know is played all the same', async () => {
  const ana = await person('Ana');
  const live = await ana.join(await ana.create({ game: 'sealed', options: { shields: 1 }, seats: 2 }));
  expect(live).toMatchObject({ game: 'sealed', options: { shields: 1 }, seatNames: ['1', '2'] });
  live.close();
});
