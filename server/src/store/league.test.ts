/** The matches of the league: one at a time, whichever process begins it, and each settled once. */
import { describe, expect, test } from 'vitest';
import { manyProcesses } from './engine/manyProcesses.fixture.ts';
import { noPostgres } from './engine/postgres/postgres.fixture.ts';
import { firstEntry } from './journal/firstEntry.fixture.ts';
import type { NewLeagueMatch } from './league.ts';
import type { Stores } from './operations.ts';
import { memoryStore } from './store.fixture.ts';

const EDITION = { game: 'x', preset: 'y' };
const made = (match: string, at = 1): NewLeagueMatch => {
  return { ...EDITION, match, at, bot0: 'easy', version0: '1', bot1: 'mine', version1: 'abc' };
};
const COUNTED = { state: 'counted', result: 2_000_000, account: 1_400_000 } as const;

function behaves(open: () => Stores): void {
  test('the next one begins when the one before is settled, which happens once', async () => {
    const { league } = open();
    expect(await league.begin(made('A'))).toBe(true);
    expect(await league.begin(made('B'))).toBe(false);
    await league.lose('A', 1);
    await league.lose('A', 1);
    await league.lose('B', 0);
    expect(await league.playing()).toMatchObject({ match: 'A', state: 'playing', lost0: 0, lost1: 2, result: null });
    await league.settle({ match: 'A', ...COUNTED });
    await league.settle({ match: 'A', state: 'void', result: null, account: null });
    await league.lose('A', 0);
    expect(await league.playing()).toBeUndefined();
    expect(await league.begin(made('A'))).toBe(false);
    expect(await league.begin(made('B', 2))).toBe(true);
    const [first, second, ...more] = await league.of(EDITION, 9);
    expect(first).toEqual({ ...made('A'), ...COUNTED, lost0: 0, lost1: 2 });
    expect([second?.match, second?.state, more]).toEqual(['B', 'playing', []]);
    expect((await league.of(EDITION, 1)).map(({ match }) => match)).toEqual(['B']);
    expect(await league.of({ game: 'x', preset: 'z' }, 9)).toEqual([]);
    expect([await league.begunSince(1), await league.begunSince(2), await league.begunSince(3)]).toEqual([2, 1, 0]);
  });

  test('what a match has told stays when its record is deleted', async () => {
    const { league, records } = open();
    await records.append([firstEntry('A')]);
    await league.begin(made('A'));
    await league.settle({ match: 'A', ...COUNTED });
    await records.erase('A');
    expect(await league.of(EDITION, 9)).toMatchObject([{ match: 'A', account: 1_400_000 }]);
  });
}

describe('the league in SQLite', () => behaves(() => memoryStore().stores));

describe.skipIf(noPostgres)(`the league in PostgreSQL${noPostgres === undefined ? '' : ` (${noPostgres})`}`, () => {
  const processes = manyProcesses();
  behaves(() => processes.one().stores);

  test('of many processes that begin a match at the same moment one does', async () => {
    const begun = await processes.everywhere(5, ({ stores, process }, n) =>
      stores.league.begin(made(`${process}-${n}`)),
    );
    expect(begun.filter(Boolean)).toHaveLength(1);
    expect(await processes.ask('SELECT count(*) AS n FROM league')).toEqual([{ n: '1' }]);
  });
});
