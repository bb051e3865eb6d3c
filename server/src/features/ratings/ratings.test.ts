import { tableSettings } from '@flower-war/protocol';
import { expect, test } from 'vitest';
import type { IndexedMatch } from '../../match/record/matchIndex.ts';
import { memoryStore } from '../../store/store.fixture.ts';
import { EDITION, endMatch } from './endedMatch.fixture.ts';
import { judged, Ratings } from './ratings.ts';

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
    seasons: 'quarter',
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

const standing = (seat: number, place: number) => ({ seat, place, score: 0, breakdown: {} });
const INDEX: IndexedMatch = {
  match: 'M',
  game: 'x',
  rulesVersion: 1,
  preset: 'y',
  options: {},
  host: 'p-HOST',
  commitment: '',
  createdAt: 1,
  seats: [{ player: 'p-ANA' }, { player: 'p-BEN' }],
  table: tableSettings.parse({}),
  result: { result: 'win', winners: [1], standings: [standing(1, 1), standing(0, 2)], reason: 'all-home' },
};
const CREATED = { kind: 'created' };
const ANA = { kind: 'seated', seat: 0, by: 'player', player: 'p-ANA' };
const BEN = { kind: 'seated', seat: 1, by: 'player', player: 'p-BEN' };
const START = [CREATED, ANA, BEN, { kind: 'started' }];
const MOVE = { kind: 'move', seat: 0, by: 'player', move: 'toss' };
const END = { kind: 'ended', at: 99 };
const judge = (entries: readonly object[], index: Partial<IndexedMatch> = {}) =>
  judged({ ...INDEX, ...index }, [entries.map((entry) => JSON.stringify(entry))]);
const COUNTED = {
  game: 'x',
  preset: 'y',
  at: 99,
  places: [
    { seat: 0, player: 'p-ANA', place: 2 },
    { seat: 1, player: 'p-BEN', place: 1 },
  ],
};
const left = { kind: 'absence', seat: 1, what: 'left' };
const cem = { ...BEN, player: 'p-CEM' };
const away = { kind: 'absence', seat: 1, what: 'bot', bot: 'greedy' };

test.each<[string, readonly object[]]>([
  ['played through', [...START, MOVE, END]],
  ['given up', [...START, { kind: 'absence', seat: 0, what: 'resigned' }, END]],
  ['where somebody left before the start', [CREATED, ANA, cem, left, BEN, { kind: 'started' }, END]],
  ['where a bot stood in for a while', [...START, away, MOVE, { ...away, what: 'returned' }, END]],
  ['with entries of a later time', [...START, { kind: 'weather', seat: 1 }, END]],
  ['with a takeback that was declined', [...START, { kind: 'agreement', what: 'takeback', is: 'declined' }, END]],
  ['with a move taken back alone', [...START, MOVE, { kind: 'agreement', what: 'undo', is: 'accepted' }, END]],
  ['with an agreement about something else', [...START, { kind: 'agreement', what: 'draw' }, END]],
])('a match %s counts', async (_, entries) => {
  expect(await judge(entries)).toEqual(COUNTED);
});

test.each<[string, readonly object[], Partial<IndexedMatch>?]>([
  ['at a table that is not rated', [...START, END], { table: { ...INDEX.table, rated: false } }],
  ['that was given up for everybody', [...START, END], { result: { ...INDEX.result!, result: 'aborted' } }],
  ['without an end', START, { result: undefined as never }],
  ['alone', [...START, END], { seats: [{ player: 'p-ANA' }] }],
  ['with a bot', [...START, END], { seats: [{ player: 'p-ANA' }, { bot: 'greedy' }] }],
  ['against oneself', [CREATED, ANA, { ...BEN, player: 'p-ANA' }, ...START.slice(3), END], bothAna()],
  ['in which not everybody is placed', [...START, END], { result: { ...INDEX.result!, standings: [standing(1, 1)] } }],
  ['where somebody else sat down later', [CREATED, ANA, cem, { kind: 'started' }, left, BEN, END]],
  ['that began with somebody else, however that changed', [CREATED, ANA, cem, { kind: 'started' }, END]],
  ['that was played on', [{ ...CREATED, from: { match: 'P', seq: 9 } }, ...START.slice(1), END]],
  ['in which moves were taken back', [...START, MOVE, { kind: 'agreement', what: 'takeback', is: 'accepted' }, END]],
])('a match %s does not', async (_, entries, index) => {
  expect(await judge(entries, index)).toBeUndefined();
});

function bothAna(): Partial<IndexedMatch> {
  return { seats: [{ player: 'p-ANA' }, { player: 'p-ANA' }] };
}
