import { expect, test } from 'vitest';
import { answered, NEW, nextOf, readStanding } from './standing.ts';

const puzzle = (id: string, rating: number) =>
  ({ id, game: 'mexica', preset: 'mexica', theme: 'cards', rating }) as const;

test('a solved puzzle raises the rating, a missed one lowers it, and the harder the puzzle the more it raises', () => {
  const easy = answered(NEW, puzzle('a', 1000), true);
  const hard = answered(NEW, puzzle('a', 1800), true);
  const missed = answered(NEW, puzzle('a', 1000), false);
  expect(missed.rating).toBeLessThan(NEW.rating);
  expect(NEW.rating).toBeLessThan(easy.rating);
  expect(easy.rating).toBeLessThan(hard.rating);
  expect(hard.deviation).toBeLessThan(NEW.deviation);
  expect(hard.answers).toEqual({ a: true });
});

test('only the first answer counts', () => {
  const once = answered(NEW, puzzle('a', 1500), false);
  expect(answered(once, puzzle('a', 1500), true)).toBe(once);
  expect(answered(NEW, puzzle('toString', 1500), true).answers).toEqual({ toString: true });
});

test('the next puzzle is as hard as the person is good, and none that was answered', () => {
  const all = [puzzle('a', 900), puzzle('b', 1480), puzzle('c', 1600)];
  expect(nextOf(all, NEW)?.id).toBe('b');
  expect(nextOf(all, { ...NEW, answers: { b: true } })?.id).toBe('c');
  expect(nextOf(all, { ...NEW, answers: { a: true, b: false, c: true } })).toBeUndefined();
});

test.each(['', 'null', '{}', '[1]', '{"answers":null,"rating":1,"deviation":1,"volatility":1,"best":1}', '"x"', '{'])(
  'what is kept and is no standing is forgotten: %s',
  (text) => expect(readStanding(text)).toBeUndefined(),
);

test('what is written is read again', () => {
  const after = answered(NEW, puzzle('a', 1500), true);
  expect(readStanding(JSON.stringify(after))).toEqual(after);
});
