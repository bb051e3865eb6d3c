import type { GameEvent } from '@flower-war/client';
import { wordsFor } from '@flower-war/words/all';
import { expect, test } from 'vitest';
import { lastForYou, sentencesOf } from './Story.tsx';

const told = {
  game: 'tieqchieq',
  words: wordsFor('en'),
  speech: { name: (seat: number) => ['Red', 'Yellow'][seat] ?? '', cards: new Map() },
};

test('an event is a sentence with its rule', () => {
  const [sentence] = sentencesOf({ number: 1, events: [{ kind: 'tossed', seat: 0, heads: 2 }] }, told);
  expect(sentence?.rule).toBe('turn-2');
  expect(sentence?.text).toContain('Red');
});

test('an event of a newer server is told by its own names, without a rule', () => {
  const [sentence] = sentencesOf({ number: 1, events: [{ kind: 'has-sneezed', seat: 1 }] }, told);
  expect(sentence).toEqual({ text: expect.stringContaining('Yellow'), rule: undefined });
});

const step = (...events: readonly object[]) => ({ number: 0, events: events as readonly GameEvent[] });
const me = { seat: 1, habits: ['roll', 'draw'] };
const ROLL = step({ kind: 'rolled', seat: 1, die: 3 }, { kind: 'moved', seat: 1 });
const DRAW = step({ kind: 'card-drawn', seat: 1, deck: 'war' });
const DONE = step({ kind: 'turn-ended', seat: 0 });

test.each([
  ['a roll of mine', [ROLL], me, 'rolled'],
  ['a card that a god returned', [ROLL, DRAW], me, 'card-drawn'],
  ['a roll some steps ago', [ROLL, DONE, DONE], me, 'rolled'],
  ['a roll long ago', [ROLL, DONE, DONE, DONE], me, undefined],
  ['a roll of another seat', [ROLL], { ...me, seat: 0 }, undefined],
  ['a roll that I made', [ROLL], { ...me, habits: ['draw'] }, undefined],
  [
    'a card that came of a payment',
    [step({ kind: 'skulls-moved', seat: 1 }, { kind: 'card-drawn', seat: 1 })],
    me,
    undefined,
  ],
  ['nothing', [], me, undefined],
] as const)('%s: %j', (_, story, kept, told) => {
  expect(lastForYou([...story], kept)).toBe(told);
});
