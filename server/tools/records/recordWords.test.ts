import type { Entry, Occupant, Proof } from '@flower-war/protocol';
import { expect, test } from 'vitest';
import { entryLine, proofWords, type Step } from './recordWords.ts';

const OCCUPANTS: ReadonlyMap<number, Occupant> = new Map([
  [0, { kind: 'player', player: 'p-0123456789', contribution: '00' }],
  [1, { kind: 'bot', bot: 'greedy' }],
]);

/** The line of a step that has only what a line shows. */
const line = (entry: Partial<Entry>, events: readonly unknown[] = []) =>
  entryLine({ entry, events, position: { occupants: OCCUPANTS } } as unknown as Step);

test.each([
  [{ seq: 7, kind: 'move', seat: 1, by: 'bot', move: 'move 3' }, '   7  seat 1 greedy    move 3'],
  [{ seq: 8, kind: 'clock', seat: 0, move: 'pass' }, '   8  seat 0 p-0123    pass (by the clock)'],
  [{ seq: 8, kind: 'move', seat: 0, by: 'wish', move: 'pass' }, '   8  seat 0 p-0123    pass (by wish)'],
  [{ seq: 8, kind: 'asks', seat: 0, what: 'attacks', id: 1 }, '   8  seat 0 p-0123    asks attacks'],
  [{ seq: 8, kind: 'move', seat: 0, by: 'habit', move: 'toss' }, '   8  seat 0 p-0123    toss (by habit)'],
  [
    { seq: 8, kind: 'habits', seat: 0, keeps: ['toss', 'single'], id: 1 },
    '   8  seat 0 p-0123    keeps habits: toss,single',
  ],
  [{ seq: 9, kind: 'absence', seat: 0, what: 'resigned' }, '   9  seat 0 p-0123    resigned'],
  [{ seq: 10, kind: 'absence', seat: 0, what: 'bot', bot: 'random' }, '  10  seat 0 p-0123    bot random'],
  [{ seq: 11, kind: 'resumed', lost: 5000 }, '  11                   resumed after 5000 ms'],
  [
    { seq: 12, kind: 'restored', lost: 5, entropy: 'ab' },
    '  12                   restored from a backup: what is drawn from here on is new, by ab',
  ],
] as const)('%j', (entry, said) => {
  expect(line(entry as Partial<Entry>)).toBe(said);
});

test('events follow as compact text', () => {
  const events = [
    { kind: 'tossed', seat: 0, heads: 3 },
    { kind: 'fought', coins: ['red', 'red'] },
  ];
  const said = line({ seq: 4, kind: 'move', seat: 0, by: 'player', move: 'toss' }, events);
  expect(said).toMatch(/toss {2,}tossed seat=0 heads=3; fought coins=\["red","red"\]$/);
});

const PROOF: Proof = {
  ok: true,
  match: 'ABCD1234',
  game: 'patolli',
  rulesVersion: 2,
  entries: 12,
  moves: 7,
  result: {
    result: 'win',
    winners: [1],
    standings: [{ seat: 1, place: 1, score: 9, breakdown: { beans: 9 } }],
    reason: 'all-home',
  },
  contributors: [0, 2],
  restores: 0,
  signedBy: 'abcd',
};

const words = (...given: Parameters<typeof proofWords>) => proofWords(...given).join('\n');

test('a proof names what was shown, and the result', () => {
  const said = words(PROOF, { kind: 'given' });
  expect(said).toContain('12 entries');
  expect(said).toContain('7 moves, played again by the rules of patolli (version 2)');
  expect(said).toContain('and from what seat 0 and seat 2 added to it');
  expect(said).toContain('by the key abcd,\n              which is the key given.');
  expect(said).toContain('Result: win, all home; seat 1 wins.\n  1.  seat 1: 9 (beans 9)');
});

test('dice to which no player added are the word of the server alone', () => {
  expect(words({ ...PROOF, contributors: [] }, { kind: 'given' })).toContain('the server alone chose the dice');
});

test('restores are told, since the host who restores can throw again', () => {
  expect(words(PROOF, { kind: 'given' })).not.toContain('restored');
  expect(words({ ...PROOF, restores: 1 }, { kind: 'given' })).toContain('restored:   once from a backup');
  expect(words({ ...PROOF, restores: 3 }, { kind: 'given' })).toContain('restored:   3 times from a backup');
});

test.each([
  [{ kind: 'not-compared' } as const, 'not compared with any other: add --key HEX or --url SERVER'],
  [{ kind: 'published', by: 'https://example.org' } as const, 'which is published by https://example.org'],
])('%j', (check, said) => {
  expect(words(PROOF, check)).toContain(said);
});
