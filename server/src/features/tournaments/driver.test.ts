/** What a match means for its tournament, by the index of the match. */
import { describe, expect, test } from 'vitest';
import type { IndexedMatch } from '../../match/record/matchIndex.ts';
import { driveAll, outcomeOf } from './driver.ts';
import { type Entry, fold } from './record.ts';
import { settingsOf } from './tournament.fixture.ts';
import { Pairer } from './byItself.ts';
import { Tournaments } from './tournaments.ts';
import { memoryStore } from '../../store/store.fixture.ts';

type Result = NonNullable<IndexedMatch['result']>;
const table = { n: 3, players: ['a', 'b', 'c'] };
const seats = (...holders: (string | null)[]): IndexedMatch['seats'] =>
  holders.map((one) => (one === null ? null : one.startsWith('bot') ? { bot: one } : { player: one }));
const standings = (...places: number[]): Result['standings'] =>
  places.map((place, seat) => ({ seat, place }) as Result['standings'][number]);
const won = (...places: number[]): Result => {
  return { result: 'win', winners: [], standings: standings(...places), reason: 'rules' };
};
const aborted = (reason: string): Result => ({ result: 'aborted', winners: [], standings: [], reason });

describe('the outcome of a table', () => {
  test.for([
    ['all sat', seats('a', 'b', 'c'), won(2, 1, 3), { how: 'played', places: [2, 1, 3], absent: [] }],
    ['two share a place', seats('a', 'b', 'c'), won(1, 3, 1), { how: 'played', places: [1, 3, 1], absent: [] }],
    [
      'a bot won in the seat of one who did not come',
      seats('bot', 'b', 'c'),
      won(1, 2, 3),
      { how: 'played', places: [3, 1, 2], absent: ['a'] },
    ],
    ['a stranger sat there', seats('a', 'x', 'c'), won(1, 2, 3), { how: 'played', places: [1, 3, 2], absent: ['b'] }],
    [
      'one did not come, and no match came about',
      seats('a', null, 'c'),
      aborted('nobody-came'),
      { how: 'no-show', places: [1, 3, 1], absent: ['b'] },
    ],
    [
      'none came',
      seats(null, null, null),
      aborted('nobody-came'),
      { how: 'no-show', places: [1, 1, 1], absent: ['a', 'b', 'c'] },
    ],
    [
      'the operator ended it',
      seats('a', 'b', 'c'),
      aborted('operator'),
      { how: 'aborted', places: [1, 1, 1], absent: [] },
    ],
    [
      'the operator ended it before all could come, and said why',
      seats('a', null, null),
      aborted('a wrong game'),
      { how: 'aborted', places: [1, 1, 1], absent: [] },
    ],
    [
      'the operator ended it while a bot played for one who did not come',
      seats('a', 'bot', 'c'),
      aborted('operator'),
      { how: 'no-show', places: [1, 3, 1], absent: ['b'] },
    ],
  ] as const)('%s', ([, holders, result, expected]) => {
    expect(outcomeOf(table, { seats: holders, result }, 7)).toEqual({ kind: 'played', at: 7, table: 3, ...expected });
  });
});

test('of two processes that add an entry at the same moment, the second judges anew', async () => {
  const { stores } = memoryStore();
  const [one, other] = [new Tournaments(stores), new Tournaments(stores)];
  const settings = settingsOf({ most: 5 });
  const created: Entry = { kind: 'created', at: 0, by: null, settings };
  const row = {
    tournament: 't-1',
    maker: null,
    visibility: 'public',
    game: 'x',
    createdAt: 0,
    startsAt: 0,
    dueAt: 0,
    code: null,
  } as const;
  await stores.tournaments.create(row, JSON.stringify(created), 0);
  const enter = (house: Tournaments, player: string) =>
    house.add('t-1', ({ entrants }) => (entrants.size >= 5 ? undefined : { kind: 'entered', at: 1, player }));
  await Promise.all(Array.from({ length: 12 }, (_, n) => enter(n % 2 === 0 ? one : other, `p${n}`)));
  const entries = (await stores.tournaments.entries('t-1', 0)).map((line) => JSON.parse(line) as Entry);
  expect(entries).toHaveLength(6);
  const state = fold(entries);
  expect([(await one.must('t-1')).tournament, (await other.must('t-1')).tournament]).toEqual([state, state]);
  await expect(one.must('t-none')).rejects.toMatchObject({ code: 'no-such-tournament' });
  expect(await one.seatsOf('ANYMATCH', 'p-host')).toBeUndefined();
  expect(await one.seatsOf('ANYMATCH', 't-1')).toBeUndefined();
});

test('one that was deleted is found no more, in a process that has seen its end, and in one that has not', async () => {
  const { stores } = memoryStore();
  const [one, other] = [new Tournaments(stores), new Tournaments(stores)];
  const entry: Entry = { kind: 'created', at: 0, by: null, settings: settingsOf({}) };
  const row = { tournament: 't-1', maker: null, game: 'x', createdAt: 0, startsAt: 0, dueAt: 0, code: null } as const;
  await stores.tournaments.create({ ...row, visibility: 'public' }, JSON.stringify(entry), 0);
  await other.must('t-1');
  await one.add('t-1', () => ({ kind: 'ended', at: 1, why: 'host' }));
  await stores.tournaments.sweep(2);
  for (const process of [one, other]) expect(await process.find('t-1')).toBeUndefined();
});

test('one that cannot go on does not hold up the others, and is told each hour', async () => {
  const { stores, journal } = memoryStore();
  const tournaments = new Tournaments(stores);
  for (const player of ['p1', 'p2']) await stores.people.add({ player, name: player, createdAt: 1 });
  for (const tournament of ['t-a', 't-b']) {
    const entry: Entry = { kind: 'created', at: 0, by: null, settings: settingsOf({ kind: 'knockout' }) };
    const row = { tournament, maker: null, game: 'x', createdAt: 0, startsAt: 0, dueAt: 0, code: null } as const;
    await stores.tournaments.create({ ...row, visibility: 'public' }, JSON.stringify(entry), 0);
    for (const player of ['p1', 'p2']) await tournaments.add(tournament, () => ({ kind: 'entered', at: 0, player }));
  }
  const [made, told]: [string[], unknown[]] = [[], []];
  let now = 1000;
  const create = async ({ host }: { readonly host: string }) => {
    if (host === 't-a') throw new Error('the game is hosted no longer');
    made.push(host);
    return '';
  };
  const notices = { ofPairing: async () => [] };
  const report = (_: string, { tournament }: Readonly<Record<string, unknown>>) => void told.push(tournament);
  const pairer = new Pairer(() => {});
  for (const later of [0, 1000, 3_598_000, 1000]) {
    now += later;
    await driveAll({ tournaments, pairer, journal, matches: { create }, notices, now: () => now, report });
  }
  expect(told).toEqual(['t-a', 't-a']);
  expect(new Set(made)).toEqual(new Set(['t-b']));
});

const MINUTE = 60_000;

/** A tournament of two players, and how it stands after a look at a minute. */
async function ofTwo(settings: Parameters<typeof settingsOf>[0]) {
  const { stores, journal } = memoryStore();
  const tournaments = new Tournaments(stores);
  for (const player of ['p1', 'p2']) await stores.people.add({ player, name: player, createdAt: 1 });
  const entry: Entry = { kind: 'created', at: 0, by: null, settings: settingsOf(settings) };
  const row = { tournament: 't-a', maker: null, game: 'x', createdAt: 0, startsAt: 0, dueAt: 0, code: null } as const;
  await stores.tournaments.create({ ...row, visibility: 'public' }, JSON.stringify(entry), 0);
  const [pairer, matches] = [new Pairer(() => {}), { create: async () => '' }];
  const notices = { ofPairing: async () => [] };
  const statusAt = async (minute: number) => {
    const now = () => minute * MINUTE;
    await driveAll({ tournaments, pairer, journal, matches, notices, now, report: () => {} });
    return (await tournaments.must('t-a')).tournament.status;
  };
  const add = (one: Entry) => tournaments.add('t-a', () => one);
  for (const player of ['p1', 'p2']) await add({ kind: 'entered', at: 0, player });
  return { journal, statusAt, add };
}

test.each([
  ['running', ['p1', 'p2']],
  ['ended', ['p1']],
] as const)('what an outage takes of the time to check in is given back: %s with %j', async (outcome, there) => {
  const times = { startsAt: 60 * MINUTE, checkInMinutes: 10 };
  const { journal, statusAt, add } = await ofTwo({ kind: 'knockout', ...times });
  expect(await statusAt(50)).toBe('open');
  for (const minute of [51, 64]) await journal.beat(minute * MINUTE, true);
  expect(await statusAt(64)).toBe('open');
  for (const player of there) await add({ kind: 'checked-in', at: 1, player });
  expect([await statusAt(72.9), await statusAt(73)]).toEqual(['open', outcome]);
});

test.each([
  ['while it is played', [[20, 30]], 70],
  ['beyond its end', [[50, 65]], 75],
  [
    'twice',
    [
      [20, 30],
      [30, 45],
    ],
    85,
  ],
  ['for as long as it lasts, and no longer', [[10, 100]], 120],
  ['in a pause, which does not count anyhow', [[42, 44]], 65],
] as const)('an outage is given back to an arena: %s', async (_, outages, end) => {
  const { journal, statusAt, add } = await ofTwo({ kind: 'arena', minutes: 60 });
  expect(await statusAt(0)).toBe('running');
  await add({ kind: 'withdrew', at: 1, player: 'p2' }); // so that no table holds up its end
  const isPaused = end === 65;
  if (isPaused) await add({ kind: 'paused', at: 40 * MINUTE });
  for (const [from, to] of outages) {
    for (const minute of [from, to]) await journal.beat(minute * MINUTE, true);
    expect(await statusAt(to)).toBe('running');
  }
  if (isPaused) await add({ kind: 'resumed', at: 45 * MINUTE });
  expect([await statusAt(end - 0.1), await statusAt(end)]).toEqual(['running', 'ended']);
});

test('a banned player withdraws, and so does the bot of one; a ban that is over changes nothing', async () => {
  const { stores, journal } = memoryStore();
  const tournaments = new Tournaments(stores);
  const players = ['p1', 'p2', 'p3', 'p4', 'bot-1'];
  for (const player of players.slice(0, 4)) await stores.people.add({ player, name: player, createdAt: 1 });
  await stores.bots.add({ player: 'bot-1', name: 'b', createdAt: 1, owner: 'p2' }, 1);
  const ban = { at: 1, reason: '' };
  await stores.bans.ban({ ...ban, player: 'p2', until: null });
  await stores.bans.ban({ ...ban, player: 'p3', until: 500 });
  await stores.bans.ban({ ...ban, player: 'p4', until: 2000 });
  const entry: Entry = { kind: 'created', at: 0, by: null, settings: settingsOf({ kind: 'swiss' }) };
  const row = { tournament: 't-a', maker: null, game: 'x', createdAt: 0, startsAt: 0, dueAt: 0, code: null } as const;
  await stores.tournaments.create({ ...row, visibility: 'public' }, JSON.stringify(entry), 0);
  for (const player of players) await tournaments.add('t-a', () => ({ kind: 'entered', at: 0, player }));
  const notices = { ofPairing: async () => [] };
  const [pairer, matches] = [new Pairer(() => {}), { create: async () => '' }];
  await driveAll({ tournaments, pairer, journal, matches, notices, now: () => 1000, report: () => {} });
  const { tournament } = await tournaments.must('t-a');
  const withdrawn = [...tournament.entrants.values()].filter(({ hasWithdrawn }) => hasWithdrawn);
  expect(withdrawn.map(({ player }) => player)).toEqual(['p2', 'p4', 'bot-1']);
  expect(tournament.tables.flatMap((table) => table.players).toSorted()).toEqual(['p1', 'p3']);
});

test('what follows a round is looked for at once when few tables are still played', async () => {
  const { stores } = memoryStore();
  const tournaments = new Tournaments(stores);
  let looks = 0;
  tournaments.onRoundEnding = () => looks++;
  const created: Entry = { kind: 'created', at: 0, by: null, settings: settingsOf({ kind: 'knockout' }) };
  const row = { tournament: 't-a', maker: null, game: 'x', createdAt: 0, startsAt: 0, dueAt: 0, code: null } as const;
  await stores.tournaments.create({ ...row, visibility: 'public' }, JSON.stringify(created), 0);
  const names = Array.from({ length: 18 }, (_, n) => `p${n}`);
  const tables = Array.from({ length: 9 }, (_, n) => [names[2 * n]!, names[2 * n + 1]!]);
  const noted = (host: string) => {
    const before = looks;
    tournaments.noteEnd(host);
    return looks > before;
  };
  for (const player of names) await tournaments.add('t-a', () => ({ kind: 'entered', at: 0, player }));
  await tournaments.add('t-a', () => ({ kind: 'began', at: 1, seed: 1, order: names }));
  await tournaments.add('t-a', () => ({ kind: 'paired', at: 1, seed: 1, round: 1, tables, byes: [] }));
  expect([noted('t-a'), noted('t-other'), noted('p-host')]).toEqual([false, false, false]);
  await tournaments.add('t-a', () => ({ kind: 'played', at: 2, table: 0, how: 'played', places: [1, 2], absent: [] }));
  expect(noted('t-a')).toBe(true);
});
