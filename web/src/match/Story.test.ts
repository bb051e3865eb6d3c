import { wordsFor } from '@flower-war/words';
import { expect, test } from 'vitest';
import { sentencesOf } from './Story.tsx';

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
