/** Quick play: people who look for the same sit at one table, no player waits alone, and the match starts on time. */
import type { MatchSummary } from '@flower-war/protocol';
import { beforeAll, describe, expect, test } from 'vitest';
import { closing, house, person, serveThisFile } from '../sdk/house.ts';
import { newPerson, type Person, takeSeat } from '../support/sockets/rawClient.ts';

describe('while people wait for others', () => {
  let ana: Person;
  let beto: Person;
  let caro: Person;

  serveThisFile();
  beforeAll(async () => {
    [ana, beto, caro] = [await newPerson(house.url), await newPerson(house.url), await newPerson(house.url)];
  });

  const quick = async (who: Person, wanted: object = {}) =>
    (await who.post<MatchSummary>('/api/quick', { game: 'tieqchieq', ...wanted })).body;
  const make = async (wanted: object = {}) =>
    (await ana.post<MatchSummary>('/api/matches', { game: 'tieqchieq', ...wanted })).body;

  test('people who look at the same moment find each other, and no more of them a match than it has seats', async () => {
    const look = () => Promise.all([ana, beto, caro].map((one) => quick(one)));
    const found = await look();
    const seekers = [...Map.groupBy(found, ({ match }) => match).values()].map(({ length }) => length);
    expect(seekers.sort()).toEqual([1, 2]);
    expect((await look()).map(({ match }) => match)).toEqual(found.map(({ match }) => match));
  });

  test('a match with options of its host, a private one and a full one are not found', async () => {
    const bots = [{ bot: 'random' }, { bot: 'random', seat: 1 }];
    const others = [{ options: { stacking: true } }, { table: { visibility: 'private' } }, { bots }];
    const made = await Promise.all(others.map(make));
    expect(made.map(({ match }) => match)).not.toContain((await quick(beto)).match);
    expect(made[2]!.seats.map(({ kind }) => kind)).toEqual(['bot', 'bot']);
  });

  test('the preset and the length are part of the wish, and unknown ones are refused', async () => {
    const fortress = await quick(ana, { preset: 'tieqchieq-fortress' });
    expect(fortress.options.board).toBe('F7');
    expect((await quick(ana)).match).not.toBe(fortress.match);
    const short = await quick(ana, { game: 'mexica', length: 'short' });
    expect(short.options.length).toBe('short');
    expect((await quick(beto, { game: 'mexica' })).match).not.toBe(short.match);
    expect((await quick(beto, { game: 'mexica', length: 'short' })).match).toBe(short.match);
    for (const wrong of [{ preset: 'nope' }, { game: 'mexica', length: 'endless' }, { length: 'short' }])
      expect(await quick(ana, wrong)).toMatchObject({ code: 'bad-options' });
  });

  test('a match that lacks one is better than one that lacks two', async () => {
    const waiting = await make();
    closing(await takeSeat(ana, waiting));
    expect((await quick(beto)).match).toBe(waiting.match);
    expect((await quick(caro)).match).not.toBe(waiting.match); // the seat is promised to beto
    await quick(beto, { preset: 'tieqchieq-fortress' });
    expect((await quick(caro)).match).toBe(waiting.match);
  });
});

describe('where bots come after two seconds', () => {
  serveThisFile({ QUICK_FILL_SECONDS: '2' });

  test('complaint 12, nobody to play with: one person at a table of four: after the time of the server three bots sit down, and it begins', async () => {
    const ana = await person('Ana');
    const satDown = Date.now();
    const live = closing(await ana.quickPlay('mexica'));
    expect(live.table.seats.map(({ kind }) => kind)).toEqual(['player', 'free', 'free', 'free']);
    const { fillsAt = 0 } = await ana.match(live.id);
    expect(fillsAt).toBeGreaterThanOrEqual(satDown + 2000);
    await live.until(({ table }) => table.status === 'running');
    expect(Date.now() - satDown).toBeGreaterThanOrEqual(2000);
    expect(live.table.seats.map(({ kind, name }) => [kind, name])).toEqual([
      ['player', 'Ana'],
      ...Array.from({ length: 3 }, () => ['bot', 'greedy']),
    ]);
    expect(Date.now()).toBeGreaterThanOrEqual(fillsAt);
    expect(await ana.match(live.id)).not.toHaveProperty('fillsAt');
  });

  test('people who come in time sit at one table; those who want other seats or another clock do not', async () => {
    const [ana, beto, caro, dora] = await Promise.all(['Ana', 'Beto', 'Caro', 'Dora'].map(person));
    const first = closing(await ana!.quickPlay('mexica'));
    const second = closing(await beto!.quickPlay('mexica'));
    const pair = closing(await caro!.quickPlay('mexica', { seats: 2 }));
    const timed = closing(await dora!.quickPlay('mexica', { clock: 'turn' }));
    expect(second.id).toBe(first.id);
    expect(new Set([first.id, pair.id, timed.id]).size).toBe(3);
    expect(pair.table.seats).toHaveLength(2);
    expect((await dora!.match(timed.id)).table.clock).toEqual({ kind: 'turn', seconds: 60 });
    await second.until(({ table }) => table.status === 'running');
    expect(second.table.seats.filter(({ kind }) => kind === 'player')).toHaveLength(2);
  });

  test('quick play finds no match in which a player might wait in vain', async () => {
    const [host, guest] = [await person('Hana'), await person('Gus')];
    const game = 'space-aztecs';
    const tables: readonly object[] = [
      {},
      { fillSeconds: 2, approval: true },
      { fillSeconds: 3600 },
      { fillSeconds: 2, clock: { kind: 'days', days: 3 } },
      { fillSeconds: 2, visibility: 'private' },
    ];
    const others = await Promise.all(tables.map((table) => host.create({ game, seats: 4, table })));
    const live = closing(await guest.quickPlay(game, { seats: 4 }));
    expect(others.map(({ match }) => match)).not.toContain(live.id);
  });
});
