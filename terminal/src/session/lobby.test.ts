import type { LobbyEntry } from '@flower-war/client';
import { expect, test } from 'vitest';
import { rowsOf } from './lobby.ts';

const FREE = { kind: 'free', name: '', present: false } as const;
const ENTRY: LobbyEntry = {
  match: 'ABC',
  game: 'mexica',
  preset: 'mexica',
  length: 'short',
  status: 'open',
  host: 'Ana',
  clock: 'turn',
  approval: true,
  fillSeconds: 30,
  watching: 'open',
  free: 2,
  createdAt: 1,
  seats: [{ kind: 'player', name: 'Ana', present: true }, { kind: 'bot', name: 'greedy', present: true }, FREE, FREE],
};

test('a line tells what somebody needs to choose', () => {
  expect(rowsOf([ENTRY])).toEqual([
    '  1  mexica  open     2 of 4 free  Ana, greedy  (short, clock: turn, the host lets players in, bots after 30 s)',
  ]);
});

test('what matters before the start alone is not told later', () => {
  const running = { ...ENTRY, status: 'running', free: 0, length: 'standard', clock: 'none' } as const;
  expect(rowsOf([running])).toEqual(['  1  mexica  running  0 of 4 free  Ana, greedy']);
});

test('an empty list says so', () => {
  expect(rowsOf([])).toEqual([expect.stringContaining('There is no match here now.')]);
});
