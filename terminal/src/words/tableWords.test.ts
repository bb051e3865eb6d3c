import type { TableJson } from '@flower-war/client';
import { english, spanish } from '@flower-war/words';
import { expect, test } from 'vitest';
import { agreementWords, span, timeWords } from './tableWords.ts';

const NO_OFFER = { what: '', by: 0, minutes: 0, accepted: [] };
const TAKEBACK = { what: 'takeback', by: 1, minutes: 0, accepted: [1] };
const name = (seat: number) => ['RED', 'YELLOW', 'BLUE'][seat] ?? '';

function table(offer: TableJson<unknown>['offer'], pausedUntil = 0): TableJson<unknown> {
  const result = { result: '', reason: '', winners: [], standings: [] };
  return {
    status: 'running',
    step: 0,
    seats: [],
    clocks: [],
    offer,
    pausedUntil,
    temples: [],
    byHand: [],
    view: {},
    result,
  };
}

test.each([
  [NO_OFFER, TAKEBACK, 0, ['YELLOW offers to take the last move back. Type accept or decline.']],
  [NO_OFFER, TAKEBACK, 1, ['You offer to take the last move back.']],
  [NO_OFFER, TAKEBACK, undefined, ['YELLOW offers to take the last move back.']],
  [TAKEBACK, { ...TAKEBACK, accepted: [1, 2] }, 0, ['BLUE accepts.']],
  [TAKEBACK, NO_OFFER, 0, ['The offer is closed.']],
  [
    NO_OFFER,
    { what: 'pause', by: 1, minutes: 9, accepted: [1] },
    0,
    ['YELLOW offers a pause of 9 min. Type accept or decline.'],
  ],
  [NO_OFFER, NO_OFFER, 0, []],
])('from %j to %j, seen from seat %s', (before, after, you, words) => {
  expect(agreementWords(table(before), table(after), { name, you, words: english })).toEqual(words);
});

test('a pause is told when it begins and when it ends', () => {
  const eyes = { name, you: 0, words: english };
  expect(agreementWords(table(NO_OFFER), table(NO_OFFER, 9e12), eyes)).toEqual([
    expect.stringContaining('pauses until'),
  ]);
  expect(agreementWords(table(NO_OFFER, 9e12), table(NO_OFFER), eyes)).toEqual(['The match goes on.']);
});

test.each([
  [0, '0 s'],
  [-5, '0 s'],
  [19_400, '19 s'],
  [125_000, '2 min 5 s'],
  [3_600_000, '1 h'],
  [3 * 86_400_000 + 4 * 3_600_000 + 59_000, '3 d 4 h'],
])('%i ms are %s', (milliseconds, words) => {
  expect(span(milliseconds, english)).toBe(words);
});

test('who is asked in a hidden window is told that nobody else is', () => {
  expect(timeWords({ deadline: 21_400, windowDeadline: 21_400 }, 2000, english)).toEqual([
    expect.stringMatching(/Only you.*in 19 s /),
  ]);
  expect(timeWords({ deadline: 62_000, windowDeadline: undefined }, 2000, english)).toEqual(['You have 1 min.']);
  expect(timeWords({ deadline: undefined, windowDeadline: undefined }, 2000, english)).toEqual([]);
});

test('in the language of the player', () => {
  const told = agreementWords(table(NO_OFFER), table(TAKEBACK), { name, you: 0, words: spanish });
  expect(told).toEqual(['YELLOW propone deshacer la última jugada. Escribe aceptar o rechazar.']);
});
