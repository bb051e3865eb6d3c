import { tableSettings } from '@flower-war/protocol';
import { expect, test, vi } from 'vitest';
import type { Index } from '../../store/journal/journal.ts';
import { memoryStore } from '../../store/store.fixture.ts';
import { Billboard } from './billboard.ts';
import { canonicalFilter, fits, postedFrom } from './filter.ts';

function index(match: string, more: Partial<Index> = {}, summary: object = {}): Index {
  const base = {
    match,
    game: 'mexica',
    preset: 'mexica',
    options: { length: 'short' },
    seats: [null, { bot: 'greedy' }],
  };
  const text = JSON.stringify({ ...base, table: tableSettings.parse({}), createdAt: 1, ...summary });
  return { status: 'open', visibility: 'public', game: 'mexica', createdAt: 1, ...more, summary: text };
}

const idsOn = (board: Billboard) => board.find({}, 100).map(({ match }) => match);

test('the newest stand first, private ones not at all', () => {
  const board = new Billboard();
  for (const match of ['A', 'B', 'C']) board.post(index(match));
  board.post(index('SECRET', { visibility: 'private' }));
  expect(idsOn(board)).toEqual(['C', 'B', 'A']);
  expect(board.find({}, 2)).toHaveLength(2);
});

test('what only bots and absent people play is not listed, unless they have days for a turn', () => {
  const board = new Billboard();
  board.isAttended = (match) => match === 'WATCHED';
  const days = { table: tableSettings.parse({ clock: { kind: 'days', days: 3 } }) };
  for (const match of ['LEFT', 'WATCHED']) board.post(index(match, { status: 'running' }));
  board.post(index('LETTERS', { status: 'running' }, days));
  for (const status of ['open', 'ended'] as const) board.post(index(status, { status }));
  expect(idsOn(board)).toEqual(['ended', 'open', 'LETTERS', 'WATCHED']);
});

/** A store with these matches. */
async function storeWith(matches: readonly (readonly [match: string, createdAt: number, status: Index['status']])[]) {
  const { journal, stores } = memoryStore();
  const whose = { owner: 'me', claim: 1, line: '{}', secrets: { secret: 's' } };
  for (const [match, createdAt, status] of matches) {
    const appended = {
      ...whose,
      match,
      expectedSeq: 0,
      hash: match,
      index: index(match, { createdAt, status }, { createdAt }),
    };
    expect(await journal.append(appended)).toBe('appended');
  }
  return stores.records;
}

test('what a server finds when it starts is there in the order in which it was made', async () => {
  const board = new Billboard();
  await board.load(
    await storeWith([
      ['A', 3, 'open'],
      ['B', 1, 'ended'],
      ['C', 2, 'running'],
    ]),
  );
  expect(idsOn(board)).toEqual(['A', 'C', 'B']);
});

test('a server finds all of more matches than it reads at once, and keeps equal settings once', async () => {
  const all = Array.from({ length: 2001 }, (_, nth) => [`M${nth}`, Math.floor(nth / 700), 'running'] as const);
  const board = new Billboard();
  await board.load(await storeWith(all));
  expect(board.idsOf('running').toSorted()).toEqual(all.map(([match]) => match).toSorted());
  expect(board.get('M0')?.options).toBe(board.get('M2000')?.options);
  expect(board.get('M0')?.table).toBe(board.get('M2000')?.table);
});

test('many changes of one moment are told together, once', async () => {
  vi.useFakeTimers();
  try {
    const board = new Billboard();
    const told: string[][] = [];
    const stop = board.watch((changed) => told.push([...changed]));
    for (const match of ['A', 'B', 'A', 'B']) board.post(index(match));
    board.touch('NOT THERE');
    expect(told).toEqual([]);
    await vi.advanceTimersByTimeAsync(100);
    expect(told).toEqual([['A', 'B']]);
    board.touch('A');
    await vi.advanceTimersByTimeAsync(100);
    expect(told[1]).toEqual(['A']);
    stop();
    board.touch('A');
    await vi.advanceTimersByTimeAsync(100);
    expect(told).toHaveLength(2);
  } finally {
    vi.useRealTimers();
  }
});

test('of those that ended the last thousand stay', () => {
  const board = new Billboard();
  for (let i = 0; i < 1002; i++) board.post(index(`E${i}`, { status: 'ended' }));
  expect(board.get('E1')).toBeUndefined();
  expect(board.get('E2')).toBeDefined();
  expect(board.find({}, 2000)).toHaveLength(1000);
});

test('what was deleted is taken down, and nothing else', async () => {
  const board = new Billboard();
  board.post(index('OLD', { status: 'ended' }));
  board.post(index('KEPT', { status: 'ended' }));
  board.post(index('OPEN'));
  board.post(index('LONG', { status: 'ended' }));
  const journal = {
    list: async () => [index('KEPT', { status: 'ended' })],
    index: async (match: string) => (match === 'LONG' ? { index: index('LONG') } : undefined),
  };
  await board.prune(journal);
  expect(idsOn(board)).toEqual(['LONG', 'OPEN', 'KEPT']);
  await board.prune({ ...journal, list: () => Promise.reject(new Error('the store is away')) });
  expect(idsOn(board)).toEqual(['LONG', 'OPEN', 'KEPT']);
});

test('an append of unknown outcome is looked up until the journal answers', async () => {
  vi.useFakeTimers();
  try {
    const board = new Billboard();
    let asked = 0;
    const journal = {
      index: async () => {
        if (asked++ === 0) throw new Error('the connection is gone');
        return { index: index('A', { status: 'running' }) };
      },
    };
    board.doubt('A', journal);
    await vi.advanceTimersByTimeAsync(1000);
    expect(board.get('A')).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1000);
    expect(board.get('A')?.status).toBe('running');
  } finally {
    vi.useRealTimers();
  }
});

test('a table from before there were clocks has none', () => {
  const old = postedFrom(index('A', {}, { table: { visibility: 'public', watching: 'open' } }));
  expect(fits({ clock: 'none', free: 1, length: 'short' }, old)).toBe(true);
  expect(fits({ free: 2 }, old)).toBe(false);
  expect(fits({ clock: 'days' }, old)).toBe(false);
});

test('filters that mean the same are one, and others are not', () => {
  expect(canonicalFilter({ free: 1, game: 'mexica' })).toBe(canonicalFilter({ game: 'mexica', free: 1 }));
  expect(canonicalFilter({ game: 'mexica' })).not.toBe(canonicalFilter({ preset: 'mexica' }));
});

test('a crowd of newer matches from a few addresses hides no other one', () => {
  const board = new Billboard();
  const post = (match: string, host: string, address: string) => {
    board.post(index(match, {}, { match, host }));
    board.noteAddress(match, address);
  };
  post('hers', 'ana', '192.0.2.7');
  for (let n = 0; n < 500; n++) post(`evil ${n}`, `guest ${n % 60}`, `2001:db8:5:${n % 9}::1`);
  expect(idsOn(board)).toHaveLength(100);
  expect(idsOn(board)).toContain('hers');
  expect(idsOn(board)[0]).toBe('evil 499');
});
