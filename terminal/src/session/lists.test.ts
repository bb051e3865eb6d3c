import type { PlayedMatch } from '@flower-war/client';
import { english } from '@flower-war/words';
import { spanish } from '@flower-war/words/all';
import { expect, onTestFinished, test, vi } from 'vitest';
import { historyLines, leaderboardLines } from './account.ts';

const { screen } = english;

const SEATS = [
  { seat: 0, kind: 'player', name: 'Ana', player: 'p-ANA', called: 'RED' },
  { seat: 1, kind: 'player', name: 'Beto', player: 'p-BETO', called: 'YELLOW' },
];
const PLAYED = {
  createdAt: Date.UTC(2026, 10, 20),
  match: '7KQ2M9XA',
  game: 'tieqchieq',
  status: 'ended',
  seats: SEATS,
  seat: 0,
  place: 1,
  rating: { before: 1500, after: 1662 },
} as unknown as PlayedMatch;
const RUNNING = {
  ...PLAYED,
  match: 'ABC',
  game: 'mexica',
  status: 'running',
  place: undefined,
  rating: undefined,
} as never;
const GIVEN_UP = { ...PLAYED, seats: SEATS.slice(0, 1), result: { result: 'aborted' }, rating: undefined } as never;

test('a line for each match, in columns', () => {
  expect(historyLines({ matches: [PLAYED, RUNNING, GIVEN_UP] }, english)).toEqual([
    '  2026-11-20  7KQ2M9XA  Tieqchieq  place 1 of 2  against Beto     rating 1500 -> 1662',
    '  2026-11-20  ABC       Mexica     running       against Beto',
    '  2026-11-20  7KQ2M9XA  Tieqchieq  given up      no opponent yet',
    'Replay a match that is over: npm run play -- --replay MATCH',
  ]);
});

test.each([
  ['Pacific/Kiritimati', '2026-12-31T10:00Z', '2027-01-01'],
  ['America/St_Johns', '2027-01-01T03:29Z', '2026-12-31'],
])('the day of a match is that of the person in %s', (zone, at, day) => {
  vi.stubEnv('TZ', zone);
  onTestFinished(() => void vi.unstubAllEnvs());
  const [line] = historyLines({ matches: [{ ...PLAYED, createdAt: Date.parse(at) }] }, english);
  expect(line).toContain(day);
});

test('nothing yet, and more than a page', () => {
  expect(historyLines({ matches: [] }, english)).toEqual(['You have played no match here yet.']);
  expect(historyLines({ matches: [PLAYED], next: '1~A' }, english)).toContain('There are older matches.');
});

test('the best of a game', () => {
  const players = [{ player: 'p-ANA', name: 'Ana', rating: 1662, deviation: 70, matches: 9 }];
  expect(leaderboardLines({ game: 'mexica', preset: 'mexica', players }, screen)).toEqual([
    'The best in Mexica',
    '  1.  Ana  1662 ± 140  9 matches',
  ]);
  expect(leaderboardLines({ game: 'mexica', preset: 'mexica', players: [] }, screen)).toEqual([
    expect.stringContaining('no player'),
  ]);
});

test('in the language of the player', () => {
  expect(historyLines({ matches: [PLAYED] }, spanish)[0]).toBe(
    '  2026-11-20  7KQ2M9XA  Tieqchieq  puesto 1 de 2  contra Beto  puntuación 1500 -> 1662',
  );
});
