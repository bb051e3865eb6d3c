/** Quick play over real sockets: no player waits alone, and the match starts on time. */
import { FlowerWarClient } from '@flower-war/client';
import type { MatchSummary } from '@flower-war/protocol';
import type { Running } from '@flower-war/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer } from '../support/server.ts';

let server: Running;
beforeAll(async () => {
  server = await testServer({ QUICK_FILL_SECONDS: '2' });
});
afterAll(() => server?.stop());

async function person(name: string): Promise<FlowerWarClient> {
  const client = new FlowerWarClient({ url: server.address });
  await client.signIn(name);
  return client;
}

test('complaint 12, nobody to play with: one person at a table of four: after the time of the server three bots sit down, and it begins', async () => {
  const ana = await person('Ana');
  const satDown = Date.now();
  const live = await ana.quickPlay('mexica');
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
  live.close();
});

test('people who come in time sit at the same table; who wants other seats or another clock does not', async () => {
  const [ana, beto, caro, dora] = await Promise.all(['Ana', 'Beto', 'Caro', 'Dora'].map(person));
  const first = await ana!.quickPlay('mexica');
  const second = await beto!.quickPlay('mexica');
  const pair = await caro!.quickPlay('mexica', { seats: 2 });
  const timed = await dora!.quickPlay('mexica', { clock: 'turn' });
  expect(second.id).toBe(first.id);
  expect(new Set([first.id, pair.id, timed.id]).size).toBe(3);
  expect(pair.table.seats).toHaveLength(2);
  expect((await dora!.match(timed.id)).table.clock).toEqual({ kind: 'turn', seconds: 60 });
  await second.until(({ table }) => table.status === 'running');
  expect(second.table.seats.filter(({ kind }) => kind === 'player')).toHaveLength(2);
  for (const live of [first, second, pair, timed]) live.close();
});

test('quick play finds no match in which somebody might wait in vain', async () => {
  const [host, guest] = await Promise.all(['Hana', 'Gus'].map(person));
  const game = 'space-aztecs';
  const make = (table: object): Promise<MatchSummary> => host!.create({ game, seats: 4, table });
  const others = await Promise.all([
    make({}),
    make({ fillSeconds: 2, approval: true }),
    make({ fillSeconds: 3600 }),
    make({ fillSeconds: 2, clock: { kind: 'days', days: 3 } }),
    make({ fillSeconds: 2, visibility: 'private' }),
  ]);
  const live = await guest!.quickPlay(game, { seats: 4 });
  expect(others.map(({ match }) => match)).not.toContain(live.id);
  live.close();
});
