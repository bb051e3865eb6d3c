import { tableSettings } from '@flower-war/protocol';
import { expect, test } from 'vitest';
import type { Index } from '../../store/journal/journal.ts';
import { memoryStore } from '../../store/store.fixture.ts';
import { Billboard, ListReader } from './billboard.ts';

/** A match as another process writes it. */
function written(match: string, more: Partial<Index> = {}, createdAt = 1): Index {
  const table = tableSettings.parse({});
  const summary = {
    match,
    game: 'mexica',
    preset: 'mexica',
    options: {},
    host: 'ana',
    seats: [null, null],
    table,
    createdAt,
  };
  return { status: 'open', visibility: 'public', game: 'mexica', createdAt, summary: JSON.stringify(summary), ...more };
}

function ofTwo() {
  const { journal, stores } = memoryStore();
  const board = new Billboard();
  const seqs = new Map<string, number>();
  const write = async (match: string, index: Index) => {
    const expectedSeq = seqs.get(match) ?? 0;
    seqs.set(match, expectedSeq + 1);
    const base = { match, expectedSeq, owner: 'other', claim: 1, line: '{}', hash: `${match} ${expectedSeq}`, index };
    expect(await journal.append(expectedSeq === 0 ? { ...base, secrets: { secret: 's' } } : base)).toBe('appended');
  };
  return { journal, stores, board, write, reader: new ListReader(board, stores.records) };
}

const idsOn = (board: Billboard) => board.find({}, 1000).map(({ match }) => match);

test('what was announced is read at once, also if it is gone or private', async () => {
  const { board, write, reader, journal } = ofTwo();
  await write('A', written('A'));
  await write('P', written('P', { visibility: 'private' }));
  reader.note(['A', 'P', 'NONE']);
  await expect.poll(() => idsOn(board)).toEqual(['A']);
  await write('A', written('A', { status: 'ended' }));
  reader.note(['A']);
  await expect.poll(() => board.get('A')?.status).toBe('ended');
  await journal.forgetMatch('A');
  reader.note(['A']);
  await expect.poll(() => idsOn(board)).toEqual([]);
});

test('what was not announced is found page by page: what is new, what changed, what is over, what is gone', async () => {
  const { board, write, reader, journal } = ofTwo();
  for (let n = 0; n < 450; n++) await write(`M${n}`, written(`M${n}`, {}, 1 + (n % 7)));
  for (let n = 0; n < 4; n++) await reader.readPage();
  expect(idsOn(board)).toHaveLength(450);
  await write('M1', written('M1', { status: 'running' }));
  await write('M2', written('M2', { status: 'ended' }));
  await journal.forgetMatch('M3');
  for (let n = 0; n < 8; n++) await reader.readPage();
  expect([board.get('M1')?.status, board.get('M2')?.status, board.get('M3')]).toEqual(['running', 'ended', undefined]);
});

test('the newest stand first, also when an older one is read after it', async () => {
  const { board, write, reader } = ofTwo();
  for (const [n, match] of ['C', 'A', 'B', 'D'].entries()) await write(match, written(match, {}, n));
  reader.note(['A', 'B', 'C']);
  await expect.poll(() => idsOn(board)).toEqual(['B', 'A', 'C']);
  await write('E', written('E', {}, 9));
  await reader.readPage();
  expect(idsOn(board)).toEqual(['E', 'D', 'B', 'A', 'C']);
  board.post(written('F', {}, 10));
  board.post(written('A', { status: 'running' }, 1));
  expect(idsOn(board)).toEqual(['F', 'E', 'D', 'B', 'A', 'C']);
});

test('what was posted here while a page was read is newer than the page', async () => {
  const { board, write, stores } = ofTwo();
  await write('A', written('A'));
  const slow = {
    ...stores.records,
    unended: async (asked: Parameters<typeof stores.records.unended>[0]) => {
      const found = await stores.records.unended(asked);
      board.post(written('A', { status: 'running' }));
      return found;
    },
  };
  await new ListReader(board, slow).readPage();
  expect(board.get('A')?.status).toBe('running');
});

test('an entry that no list shows is not told to others', () => {
  const board = new Billboard();
  const told: string[] = [];
  board.onPosted = (match) => void told.push(match);
  board.postOwn({ match: 'A', index: written('A') });
  board.postOwn({ match: 'A', index: written('A', { wakeAt: 7 }) });
  board.postOwn({ match: 'P', index: written('P', { visibility: 'private' }) });
  board.postOwn({ match: 'A', index: written('A', { status: 'running' }) });
  expect(told).toEqual(['A', 'A']);
});
