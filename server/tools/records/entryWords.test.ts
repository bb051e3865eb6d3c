import type { Entry, Occupant } from '@flower-war/protocol';
import { expect, test } from 'vitest';
import { entryLine, type Step } from './entryWords.ts';

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
