import { RefusedError, type TableJson, UnreachableError } from '@flower-war/client';
import { english } from '@flower-war/words';
import { spanish } from '@flower-war/words/all';
import { expect, test } from 'vitest';
import {
  agreementWords,
  byId,
  comings,
  NO_CARDS,
  readCards,
  resultWords,
  roster,
  span,
  textOn,
  timeWords,
  titleOf,
} from './words.ts';

const name = (seat: number) => ['RED', 'YELLOW', 'BLUE'][seat] ?? '';
const words = english;
const FREE = { kind: 'free', name: '', present: false, bot: '' } as const;
const ANA = { kind: 'player', name: 'Ana', present: true, bot: '' } as const;
const BOT = { kind: 'bot', name: 'greedy', present: true, bot: '' } as const;

function table(...seats: TableJson<unknown>['seats']): TableJson<unknown> {
  const offer = { what: '', by: 0, minutes: 0, accepted: [] };
  const result = { result: '', reason: '', winners: [], standings: [] };
  return {
    status: 'open',
    step: 0,
    seats,
    clocks: [],
    offer,
    pausedUntil: 0,
    vacations: [],
    temples: [],
    byHand: [],
    view: {},
    result,
  };
}

test('the roster names everybody', () => {
  expect(roster(table(ANA, BOT), { name, you: 0, words })).toEqual(['  RED     Ana (you)', '  YELLOW  Medium bot']);
  expect(roster(table({ ...ANA, present: false }, FREE), { name, you: undefined, words })).toEqual([
    '  RED     Ana (away)',
    '  YELLOW  waiting for a player',
  ]);
});

test.each([
  [FREE, ANA, ['Ana sits down as YELLOW.']],
  [ANA, FREE, ['Ana gives YELLOW back.']],
  [ANA, { ...ANA, present: false }, ['Ana (YELLOW) is away.']],
  [{ ...ANA, present: false }, ANA, ['Ana (YELLOW) is here.']],
  [ANA, { ...ANA, bot: 'greedy' }, ['Medium bot stands in for Ana (YELLOW).']],
  [{ ...ANA, bot: 'greedy' }, ANA, ['Ana plays YELLOW now.']],
  [ANA, ANA, []],
])('from %j to %j', (before, after, told) => {
  expect(comings(table(FREE, before), table(FREE, after), { name, you: 0, words })).toEqual(told);
});

test('nobody is told of their own coming', () => {
  expect(comings(table(FREE), table(ANA), { name, you: 0, words })).toEqual([]);
});

test('the result names winners, places and what made the score', () => {
  const standings = [
    { seat: 1, place: 1, score: 90, breakdown: { home: 6, board: 0 } },
    { seat: 0, place: 2, score: 7, breakdown: { home: 0, board: 2 } },
  ];
  const won = { ...table(ANA, BOT), result: { result: 'win', reason: 'all-home', winners: [1], standings } };
  expect(resultWords(won, { name, cards: NO_CARDS, words })).toEqual([
    'YELLOW (Medium bot) wins: all tokens are home.',
    '  1.  YELLOW (Medium bot): 90 (home 6, on the board 0)',
    '  2.  RED (Ana): 7 (home 0, on the board 2)',
  ]);
  const aborted = { ...won, result: { result: 'aborted', reason: 'nobody-came', winners: [], standings: [] } };
  expect(resultWords(aborted, { name, cards: NO_CARDS, words })).toEqual(['The match was given up: no player came.']);
});

test('a card that brings points is called by its title, and all is told in the language of the player', () => {
  const cards = byId([{ id: 'X1', title: 'Códice', timing: '', text: '', when: '', cost: '' }]);
  const standings = [{ seat: 0, place: 1, score: 4, breakdown: { X1: 4, 'of-a-newer-server': 0 } }];
  const won = { ...table(ANA, BOT), result: { result: 'win', reason: 'piles-empty', winners: [0], standings } };
  expect(resultWords(won, { name, cards, words: spanish })).toEqual([
    'Gana RED (Ana): hay al menos dos montones vacíos.',
    '  1.  RED (Ana): 4 (Códice 4, of a newer server 0)',
  ]);
});

const NO_OFFER = { what: '', by: 0, minutes: 0, accepted: [] };
const TAKEBACK = { what: 'takeback', by: 1, minutes: 0, accepted: [1] };

const withOffer = (offer: TableJson<unknown>['offer'], pausedUntil = 0): TableJson<unknown> => ({
  ...table(),
  status: 'running',
  offer,
  pausedUntil,
});

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
  expect(agreementWords(withOffer(before), withOffer(after), { name, you, words: english, clockAhead: 0 })).toEqual(
    words,
  );
});

test('a pause is told when it begins and when it ends', () => {
  const eyes = { name, you: 0, words: english, clockAhead: 0 };
  expect(agreementWords(withOffer(NO_OFFER), withOffer(NO_OFFER, 9e12), eyes)).toEqual([
    expect.stringContaining('pauses until'),
  ]);
  expect(agreementWords(withOffer(NO_OFFER, 9e12), withOffer(NO_OFFER), eyes)).toEqual(['The match goes on.']);
});

test('a vacation is told when it begins and when it ends before its time', () => {
  const eyes = { name, you: 0, words: english, clockAhead: 0 };
  const away = (vacations: number[]) => ({ ...table(ANA, BOT), vacations });
  expect(agreementWords(away([]), away([9e12, 9e12]), eyes)).toEqual([
    expect.stringContaining('You are on vacation until'),
    expect.stringContaining('YELLOW is on vacation until'),
  ]);
  expect(agreementWords(away([0, 9e12]), away([]), eyes)).toEqual(['YELLOW is back from vacation.']);
});

test('both tell their end by the clock of this device', () => {
  const eyes = { name, you: 0, words: english, clockAhead: 3_600_000 };
  const at = Date.UTC(2026, 11, 24, 18, 30);
  const told = [
    ...agreementWords(withOffer(NO_OFFER), withOffer(NO_OFFER, at), eyes),
    ...agreementWords(table(ANA, BOT), { ...table(ANA, BOT), vacations: [at] }, eyes),
  ];
  expect(told).toEqual([expect.stringContaining('5:30:00'), expect.stringContaining('5:30:00')]);
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
  expect(timeWords({ deadline: 21_400, windowDeadline: 21_400, clockAhead: 0 }, 2000, english)).toEqual([
    expect.stringMatching(/Only you.*in 19 s /),
  ]);
  const minute = { deadline: 62_000, windowDeadline: undefined };
  expect(timeWords({ ...minute, clockAhead: 0 }, 2000, english)).toEqual(['You have 1 min.']);
  expect(timeWords({ ...minute, clockAhead: -9_000_000 }, 9_002_000, english)).toEqual(['You have 1 min.']);
  expect(timeWords({ ...minute, deadline: undefined, clockAhead: 0 }, 2000, english)).toEqual([]);
});

test('in the language of the player', () => {
  const told = agreementWords(withOffer(NO_OFFER), withOffer(TAKEBACK), {
    name,
    you: 0,
    words: spanish,
    clockAhead: 0,
  });
  expect(told).toEqual(['YELLOW propone deshacer la última jugada. Escribe aceptar o rechazar.']);
});

const DARTS = { id: 'W10', title: 'Dart Thrower', timing: 'action', text: 'Attack.', when: 'In your turn.', cost: '' };
const CARDS = byId([DARTS, { ...DARTS, id: 'W00', title: 'Nothing', text: '' }]);

test('a card is called by its title, or by its id if the title is not known', () => {
  expect(titleOf(CARDS, 'W10')).toBe('Dart Thrower');
  expect(titleOf(CARDS, 'X99')).toBe('X99');
});

test.each([
  ['play W10 @north', 'Attack.'],
  ['pick W00', ''],
  ['pick X99', undefined],
  ['done', undefined],
])('what the card in %j does', (move, text) => {
  expect(textOn(CARDS, move)).toBe(text);
});

test.each([
  new UnreachableError('http://127.0.0.1 answered 404 and is not a Flower War server'),
  new RefusedError({ code: 'unknown-game', message: 'There is no such game.' }),
])('a server that does not tell its cards is played on without: %s', async (error) => {
  expect(await readCards({ cards: () => Promise.reject(error) }, { game: 'patolli' }, english)).toBe(NO_CARDS);
});

test('a bug is not taken for an old server', async () => {
  const broken = { cards: () => Promise.reject(new TypeError()) };
  await expect(readCards(broken, { game: 'patolli' }, english)).rejects.toThrow(TypeError);
});

test('cards are told in the language of the player', async () => {
  const face = { kind: 'card', effects: [] };
  const listed = { id: 'W10', title: 'Dart Thrower', deck: 'war', timing: 'action', cost: 1, text: 'ATTACK', face };
  const client = { cards: async () => [listed] as never };
  const [first, second] = await Promise.all(
    [english, spanish].map((words) => readCards(client, { game: 'flower-war' }, words)),
  );
  expect(first?.get('W10')).toMatchObject({ title: 'Dart Thrower', timing: 'action' });
  expect(second?.get('W10')?.title).not.toBe('Dart Thrower');
});
