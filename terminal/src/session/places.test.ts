import type { LobbyEntry } from '@flower-war/client';
import { english } from '@flower-war/words';
import { spanish } from '@flower-war/words/all';
import { expect, test } from 'vitest';
import { rowsOf } from './places.ts';

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
  expect(rowsOf([ENTRY], english)).toEqual([
    '  1  Mexica  open  2 of 4 free  Ana, Medium bot  (short, time for each turn, the host lets players in, bots after 30 s)',
  ]);
});

test('what matters before the start alone is not told later', () => {
  const running = { ...ENTRY, status: 'running', free: 0, length: 'standard', clock: 'none' } as const;
  expect(rowsOf([running], english)).toEqual(['  1  Mexica  running  0 of 4 free  Ana, Medium bot']);
});

test('an empty list says so', () => {
  expect(rowsOf([], english)).toEqual([expect.stringContaining('There is no match here now.')]);
});

test('in the language of the player, the columns in line', () => {
  expect(rowsOf([ENTRY, { ...ENTRY, status: 'running', length: 'standard', clock: 'none' }], spanish)).toEqual([
    '  1  Mexica  abierta   libres: 2 de 4  Ana, Bot medio  (corta, tiempo por turno, el anfitrión decide quién entra, bots a los 30 s)',
    '  2  Mexica  en juego  libres: 2 de 4  Ana, Bot medio',
  ]);
});
