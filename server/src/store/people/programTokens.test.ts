import { expect, test } from 'vitest';
import { memoryStore } from '../store.fixture.ts';

const made = (token: string, player: string, endsAt: number) => {
  const said = { name: 'bot', scopes: '["read"]', createdAt: 1, endsAt };
  return { token, player, hash: `hash of ${token}`, code: null, ...said };
};

test('a token is good until it is over or ended, and only that many of one player are', async () => {
  const { people, programTokens, accounts, signIns } = memoryStore().stores;
  for (const player of ['a', 'b']) await people.add({ player, name: player, createdAt: 1 });
  expect(await programTokens.add(made('t1', 'a', 5), 1)).toBe('done');
  expect(await programTokens.add(made('t2', 'a', 9), 1)).toBe('full');
  expect(await programTokens.add({ ...made('t2', 'a', 9), createdAt: 5 }, 1)).toBe('done');
  expect(await programTokens.add(made('t3', 'none', 9), 1)).toBe('unknown');
  expect(await programTokens.add(made('t3', 'b', 9), 1)).toBe('done');
  const stands = async (session: string, now: number) => {
    const one = await accounts.standingOf({ player: 'a', session, now });
    const all = await accounts.standing({ players: '["a"]', sessions: JSON.stringify([session]), now });
    expect(all).toEqual({ sessions: one === 'fine' ? [session] : [], banned: [] });
    return one === 'fine' && (await programTokens.find(`hash of ${session}`, now)) !== undefined;
  };
  expect([await stands('t1', 4), await stands('t1', 5), await stands('t2', 5)]).toEqual([true, false, true]);
  await programTokens.use('t2', 7);
  expect(await programTokens.of('a', 6)).toMatchObject([{ token: 't2', player: 'a', lastUsedAt: 7 }]);
  expect([await programTokens.end('b', 't2'), await programTokens.end('a', 't2')]).toEqual([undefined, 'a']);
  expect(await stands('t2', 6)).toBe(false);
  await programTokens.sweep(9);
  expect(await programTokens.of('b', 0)).toEqual([]);
  await programTokens.add(made('t4', 'a', 99), 1);
  await programTokens.add(made('t5', 'b', 99), 1);
  await signIns.begin({ key: 'code', kind: 'grant', player: 'b', detail: '{}', endsAt: 99 });
  await accounts.signOut('a');
  await accounts.forget('b');
  expect(await signIns.takeOf({ key: 'code', kind: 'grant' }, 10)).toBeUndefined();
  expect([await stands('t4', 10), await stands('t5', 10)]).toEqual([false, false]);
});
