import type { MatchSnapshot } from '@flower-war/client';
import { wordsFor } from '@flower-war/words/all';
import { expect, test } from 'vitest';
import { pauseText, type Summary, usualPlace } from './place.ts';

type SummaryPart = Parameters<typeof usualPlace>[0];

const table = (status: Summary['status'], ...players: readonly string[]): SummaryPart => ({
  status,
  host: 'ana',
  seats: players.map((player, seat) =>
    player === 'free'
      ? { seat, kind: 'free', name: '', called: '', present: false }
      : { seat, kind: 'player', name: player, player, called: '', present: true },
  ) as unknown as SummaryPart['seats'],
});

test.each([
  ['a player comes back to the seat', table('running', 'ben', 'ana'), 'ben', 'join'],
  ['also to look at the end', table('ended', 'ben', 'ana'), 'ben', 'join'],
  ['a host sits down at their own table', table('open', 'free', 'free'), 'ana', 'join'],
  ['a guest of a link is asked', table('open', 'ana', 'free'), 'ben', undefined],
  ['a full table can be watched', table('open', 'ana', 'eva'), 'ben', 'watch'],
  ['a running match can be watched', table('running', 'ana', 'free'), 'ben', 'watch'],
])('%s', (_, summary, player, place) => {
  expect(usualPlace(summary, player)).toBe(place);
});

test('a pause of days says until which day', () => {
  const table = { pausedUntil: new Date(2026, 11, 24, 18, 30).getTime() } as MatchSnapshot['table'];
  expect(pauseText(wordsFor('en'), { table, clockAhead: 0 })).toMatch(/until Dec 24, 2026, 6:30.PM\.$/);
  expect(pauseText(wordsFor('en'), { table, clockAhead: 3_600_000 })).toMatch(/until Dec 24, 2026, 5:30.PM\.$/);
});
