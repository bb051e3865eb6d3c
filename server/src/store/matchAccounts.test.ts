/** What accounts of rated matches say of players is counted once, and goes with the match and with the player. */
import { describe, expect, test } from 'vitest';
import { manyProcesses } from './engine/manyProcesses.fixture.ts';
import { noPostgres } from './engine/postgres/postgres.fixture.ts';
import { firstEntry } from './journal/firstEntry.fixture.ts';
import type { Stores } from './operations.ts';
import { accountOf, EDITION, playRated } from './ratedMatch.fixture.ts';
import { known, memoryStore } from './store.fixture.ts';

const MILLION = 1_000_000;

function behaves(open: () => Stores): void {
  const start = async () => {
    const stores = open();
    await known({ stores }, 'p-ANA', 'p-BEN');
    for (const [n, match] of ['A', 'B'].entries()) await playRated(stores, match, { n: n + 1 });
    return stores;
  };

  test('a match with a bot account counts for no player, not even when its account is kept', async () => {
    const stores = open();
    await known({ stores }, 'p-ANA', 'p-BEN');
    await playRated(stores, 'A', { n: 1, pool: 'mixed' });
    const { matchAccounts: table, ratings } = stores;
    expect(await table.next(1)).toBeUndefined();
    await table.keep(accountOf('A', [-MILLION, -20]));
    expect([await table.rowsOf('p-ANA'), await ratings.of('p-ANA')]).toEqual([[], []]);
    expect(await ratings.inPools('p-ANA')).toMatchObject([{ ...EDITION, pool: 'mixed', matches: 1 }]);
    await ratings.forget('p-ANA');
    expect(await ratings.inPools('p-ANA')).toEqual([]);
  });

  test('each rated match counts once for each player, and a newer version in place of the older one', async () => {
    const stores = await start();
    const { matchAccounts: table } = stores;
    expect(await table.next(1)).toEqual({ match: 'B', summary: '{}', version: null, account: null });
    await table.keep(accountOf('B', [-MILLION, -20]));
    await table.keep(accountOf('B', [-7, -7]));
    expect(await table.next(1)).toMatchObject({ match: 'A' });
    await table.keep(accountOf('A', [-MILLION, -30]));
    expect(await table.next(1)).toBeUndefined();
    const luck = { sum: 2000, squares: 2 * 1000 ** 2, sampled: 2 * 300 ** 2 };
    const own = { sum: -2 * MILLION, squares: 2 * MILLION ** 2, sampled: 32 };
    const others = { sum: 2 * MILLION, squares: 2 * MILLION ** 2, sampled: 0 };
    expect(await table.of('p-ANA')).toEqual([{ ...EDITION, matches: 2, luck, own, others }]);
    expect(await table.skillOfAll(EDITION)).toMatchObject({ matches: 4, sum: -2 * MILLION - 50 });
    const each = await table.skillOfEach(EDITION, 2);
    expect(each).toMatchObject([
      { player: 'p-ANA', matches: 2, sum: -2 * MILLION, rating: { rating: 1500, matches: 2 } },
      { player: 'p-BEN', matches: 2, sum: -50, squares: 1300, sampled: 32 },
    ]);
    expect(await table.skillOfEach(EDITION, 3)).toEqual([]);
    expect(await table.skillOfAll({ ...EDITION, preset: 'z' })).toEqual({ matches: 0, sum: 0, squares: 0, sampled: 0 });
    expect(await table.next(2)).toMatchObject({ match: 'B', version: 1 });
    await table.keep(accountOf('B', [-1, -1], 2));
    await table.keep(accountOf('B', [-9, -9], 1));
    expect(await table.rowsOf('p-BEN')).toEqual([
      { match: 'B', seat: 1, ...EDITION, at: 2, luck: 1000, own: -1, others: 1 },
      { match: 'A', seat: 1, ...EDITION, at: 1, luck: 1000, own: -30, others: 30 },
    ]);
    expect([await table.passOver('B', 3), await table.passOver('B', 3)]).toEqual([true, false]);
    expect(await table.rowsOf('p-BEN')).toHaveLength(1);
  });

  test('what is not rated counts for no player, and what a newer server has kept is left to it', async () => {
    const { matchAccounts: table, records, ratings } = await start();
    await records.append([{ ...firstEntry('C'), index: { ...firstEntry().index, status: 'ended' } }]);
    await table.keep(accountOf('C', [-1, -1]));
    expect(await table.of('p-ANA')).toEqual([]);
    await table.keep({ match: 'B', version: 9, account: '{}', preset: 'y' });
    expect(await table.next(1)).toMatchObject({ match: 'A' });
    await table.keep(accountOf('A', [-1, -1]));
    await ratings.clear();
    expect(await table.of('p-ANA')).toEqual([]);
  });

  test('it goes with the match and with the player, and does not come back', async () => {
    const { matchAccounts: table, records, accounts } = await start();
    for (const match of ['A', 'B']) await table.keep(accountOf(match, [-1, -1]));
    await records.erase('B');
    expect(await table.rowsOf('p-ANA')).toMatchObject([{ match: 'A' }]);
    await accounts.forget('p-ANA');
    expect(await table.rowsOf('p-ANA')).toEqual([]);
    await table.keep(accountOf('A', [-1, -1], 2));
    expect([await table.rowsOf('p-ANA'), await table.skillOfEach(EDITION, 1)]).toMatchObject([
      [],
      [{ player: 'p-BEN' }],
    ]);
  });
}

describe('SQLite', () => behaves(() => memoryStore().stores));

describe.skipIf(noPostgres)(`PostgreSQL${noPostgres === undefined ? '' : ` (${noPostgres})`}`, () => {
  const { everywhere, one, ask } = manyProcesses();
  behaves(() => one().stores);

  test('several processes that account for the same matches count each once', async () => {
    const { stores } = one();
    await known({ stores }, 'p-ANA', 'p-BEN');
    for (let n = 1; n <= 6; n++) await playRated(stores, `M${n}`, { n });
    const done = await everywhere(1, async ({ stores: { matchAccounts: table } }) => {
      for (let next = await table.next(1); next !== undefined; next = await table.next(1))
        await table.keep(accountOf(next.match, [-1, -2]));
    });
    expect(done).toHaveLength(4);
    expect(await stores.matchAccounts.of('p-BEN')).toMatchObject([{ matches: 6, own: { sum: -12 } }]);
    expect(await ask('SELECT count(*) AS n FROM seat_accounts')).toEqual([{ n: '12' }]);
  });

  test('of a player who is deleted meanwhile nothing is left', async () => {
    const { stores } = one();
    await known({ stores }, 'p-BEN');
    for (let n = 1; n <= 12; n++) {
      await known({ stores }, 'p-ANA');
      await playRated(stores, `M${n}`, { n });
      const kept = one(1).stores.matchAccounts.keep(accountOf(`M${n}`, [-1, -2]));
      await Promise.allSettled([kept, one(2).stores.accounts.forget('p-ANA')]);
    }
    expect(await ask("SELECT * FROM seat_accounts WHERE player = 'p-ANA'")).toEqual([]);
    expect(await stores.matchAccounts.of('p-BEN')).toMatchObject([{ matches: 12 }]);
  });
});
