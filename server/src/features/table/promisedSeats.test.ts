import { expect, test } from 'vitest';
import { PromisedSeats } from './quickPlay.ts';

test('a promise holds for a moment, and only the last one of a player', () => {
  const promised = new PromisedSeats();
  promised.note('ana', { match: 'A', at: 1000 });
  promised.note('ben', { match: 'A', at: 3000 });
  expect(promised.at('A', 3000)).toEqual(['ana', 'ben']);
  promised.note('ana', { match: 'B', at: 4000 });
  expect([promised.at('A', 4000), promised.at('B', 4000)]).toEqual([['ben'], ['ana']]);
  expect([promised.at('A', 7999), promised.at('A', 8000), promised.at('B', 8000)]).toEqual([['ben'], [], ['ana']]);
  expect(promised.at('B', 9000)).toEqual([]);
});

test('a player who asks again is promised a seat for longer', () => {
  const promised = new PromisedSeats();
  promised.note('ana', { match: 'A', at: 1000 });
  promised.note('ben', { match: 'A', at: 2000 });
  promised.note('ana', { match: 'A', at: 5000 });
  expect(promised.at('A', 6500)).toEqual(['ben', 'ana']);
  expect(promised.at('A', 7000)).toEqual(['ana']);
});

test('promises that ran out take no room', () => {
  const promised = new PromisedSeats();
  for (let n = 0; n < 20_000; n++) promised.note(`p${n}`, { match: `M${n}`, at: n });
  expect(promised.size).toBe(5000);
});
