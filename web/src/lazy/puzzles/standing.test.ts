import { afterEach, expect, test, vi } from 'vitest';
import { answered, NEW, nextOf, readStanding, standingOf } from './standing.ts';

type Listed = Parameters<typeof answered>[1];

const puzzle = (id: string, rating: number) =>
  ({ id, game: 'mexica', preset: 'mexica', theme: 'cards', rating }) as const;

afterEach(() => vi.unstubAllGlobals());

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
  'what is kept and is not a standing is forgotten: %s',
  (text) => expect(readStanding(text)).toBeUndefined(),
);

test('what is written is read again', () => {
  const after = answered(NEW, puzzle('a', 1500), true);
  expect(readStanding(JSON.stringify(after))).toEqual(after);
});

/** A browser that keeps what it is given. */
function browser(kept: Map<string, string>) {
  const getItem = (name: string) => kept.get(name) ?? null;
  vi.stubGlobal('localStorage', { getItem, setItem: kept.set.bind(kept), removeItem: kept.delete.bind(kept) });
}

const [a, b, c] = ['a', 'b', 'c'].map((id) => puzzle(id, 1500)) as [Listed, Listed, Listed];
const few = { ...answered(NEW, a, false), best: 7 };
const many = { ...answered(answered(answered(NEW, a, true), b, true), c, false), best: 3 };

test.each([
  ['more was answered there', few, many, { ...many, answers: { a: false, b: true, c: false }, best: 7 }],
  ['less was answered there', many, few, { ...many, best: 7 }],
  ['nothing was answered here', NEW, many, many],
  ['nothing was answered there', many, NEW, many],
])('the first player goes on with what an earlier page kept, if %s', (name, own, former, both) => {
  const write = JSON.stringify;
  const kept = new Map([
    [`flower-war-puzzles-${name}`, write(own)],
    ['flower-war-puzzles', write(former)],
  ]);
  browser(kept);
  expect(standingOf(name).value()).toEqual(both);
  expect([...kept]).toEqual([[`flower-war-puzzles-${name}`, write(both)]]);
  expect(standingOf(`${name}, later`).value()).toEqual(NEW);
});
