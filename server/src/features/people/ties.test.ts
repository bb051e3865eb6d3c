/** How many ties a player may have. The server's own tests are in test/src/people. */
import { expect, test } from 'vitest';
import { known, memoryStore } from '../../store/store.fixture.ts';
import { People } from './people.ts';
import { Ties } from './ties.ts';

test('a player follows at most 300 others and blocks at most 300; a follow that is there already is no further one', async () => {
  const store = memoryStore();
  const others = Array.from({ length: 302 }, (_, n) => `p-${n}`);
  await known(store, 'ana', ...others);
  const ties = new Ties(store.stores.ties, new People(store.stores));
  const choose = (other: string, kind: 'follow' | 'block') => ties.tie({ player: 'ana', other }, kind, 1);
  for (const kind of ['follow', 'block'] as const) {
    for (const other of others.slice(0, 300)) await choose(other, kind);
    await choose('p-0', kind);
    await expect(choose('p-300', kind)).rejects.toMatchObject({ code: 'limit-reached', reason: `${kind}s` });
  }
  await ties.untie({ player: 'ana', other: 'p-7' }, 'block');
  expect(await choose('p-300', 'block')).toMatchObject({ kind: 'block' });
  expect((await ties.of('ana', new Set())).blocks).toHaveLength(300);
});

test('of many followers the 300 newest are listed', async () => {
  const store = memoryStore();
  const others = Array.from({ length: 301 }, (_, n) => `p-${n}`);
  await known(store, 'ana', ...others);
  const ties = new Ties(store.stores.ties, new People(store.stores));
  for (const [at, player] of others.entries()) await ties.tie({ player, other: 'ana' }, 'follow', at);
  const { followers } = await ties.of('ana', new Set());
  expect([followers.length, followers[0]?.player, followers.at(-1)?.player]).toEqual([300, 'p-300', 'p-1']);
});

test('a block holds for the bots of both people, in what they hear, too', async () => {
  const store = memoryStore();
  await known(store, 'ana', 'ben');
  const bot = (player: string, owner: string) =>
    store.stores.bots.add({ player, owner, name: player, createdAt: 1 }, 5);
  for (const one of [bot('p-ana-bot', 'ana'), bot('p-ben-bot', 'ben')]) await one;
  const ties = new Ties(store.stores.ties, new People(store.stores));
  await ties.tie({ player: 'ana', other: 'ben' }, 'block', 7);
  const unheard = ['ben', 'p-ben-bot'].map((other) => ({ other, at: 7 }));
  for (const one of ['ana', 'p-ana-bot']) expect(await ties.blockedBy(one)).toEqual(unheard);
  for (const one of ['ben', 'p-ben-bot']) expect(await ties.blockedBy(one)).toEqual([]);
});
