import { expect, test } from 'vitest';
import { memoryStore } from '../../store/store.fixture.ts';
import { EDITION, endMatch } from './endedMatch.fixture.ts';
import { Ratings } from './ratings.ts';

function office() {
  const { database, journal, stores } = memoryStore();
  const table = stores.ratings;
  for (const player of ['p-ANA', 'p-BEN']) void stores.people.add({ player, name: player, createdAt: 1 });
  const problems: unknown[] = [];
  let isFull = false;
  const ratings = new Ratings({
    journal,
    table,
    keeps: 'known',
    mayWrite: () => !isFull,
    report: (problem, fields) => void problems.push([problem, fields.match]),
  });
  /** Ends a match that the first of the two players wins. */
  const end = (match: string, players: readonly [string, string], more: readonly string[] = []) =>
    endMatch(journal, { match, players, more });
  const matchesOf = async (player: string) => (await of(player))?.matches;
  const of = (player: string) => table.find(player, EDITION);
  const fill = (full: boolean) => {
    isFull = full;
  };
  return { database, table, ratings, end, of, matchesOf, problems, fill };
}

test('what ended while nobody looked is caught up with, in order, and once however often it is asked for', async () => {
  const { ratings, end, matchesOf, table } = office();
  await end('B', ['p-ANA', 'p-BEN']);
  await end('A', ['p-BEN', 'p-ANA']);
  await Promise.all([ratings.catchUp(), ratings.catchUp()]);
  await ratings.catchUp();
  expect([await matchesOf('p-ANA'), await matchesOf('p-BEN'), await table.upTo()]).toEqual([2, 2, 2]);
  const [first, second] = [await table.changesOf('B'), await table.changesOf('A')];
  expect(first[0]).toMatchObject({ player: 'p-ANA', before: 1500 });
  expect(second[1]?.before).toBe(first[0]?.after);
});

test('a rating that cannot be written leaves nothing behind, and is written later', async () => {
  const { ratings, end, of, matchesOf, table, database, problems } = office();
  await end('A', ['p-ANA', 'p-BEN']);
  database.exec(`CREATE TRIGGER full BEFORE INSERT ON ratings WHEN NEW.player = 'p-BEN'
    BEGIN SELECT RAISE(FAIL, 'disk full'); END`);
  await ratings.catchUp();
  expect([await of('p-ANA'), await table.changesOf('A'), await table.upTo()]).toEqual([undefined, [], 0]);
  expect(problems).toHaveLength(1);
  database.exec('DROP TRIGGER full');
  await ratings.catchUp();
  expect([await matchesOf('p-ANA'), await matchesOf('p-BEN'), await table.upTo()]).toEqual([1, 1, 1]);
});

test('a record that nobody can read keeps no other waiting', async () => {
  const { ratings, end, matchesOf, problems } = office();
  await end('A', ['p-ANA', 'p-BEN'], ['{"dama']);
  await end('B', ['p-ANA', 'p-BEN']);
  await ratings.catchUp();
  expect(await matchesOf('p-ANA')).toBe(1);
  expect(problems).toEqual([['a match could not be rated, and never will be', 'A']]);
});

test('who has left for good counts for the others and is not kept; a full disk waits', async () => {
  const { ratings, end, of, fill } = office();
  await end('A', ['p-ANA', 'p-GONE']);
  fill(true);
  await ratings.catchUp();
  expect(await of('p-ANA')).toBeUndefined();
  fill(false);
  await ratings.catchUp();
  expect((await of('p-ANA'))?.rating).toBeGreaterThan(1600);
  expect(await of('p-GONE')).toBeUndefined();
});
