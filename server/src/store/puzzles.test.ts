import { expect, test } from 'vitest';
import { memoryStore } from './store.fixture.ts';

const rating = (answers: number) => ({ rating: 1500 + answers, deviation: 300, volatility: 0.06, answers });
const answer = (player: string, puzzle: string, [own, other]: readonly [number, number]) => ({
  player,
  puzzle,
  isRight: 1,
  at: 1,
  ofPlayer: rating(own),
  ofPuzzle: rating(other),
});

test('an answer is kept once, only after what its ratings follow from, and not of a player who is gone', async () => {
  const { people, puzzles, accounts } = memoryStore().stores;
  for (const player of ['a', 'b']) await people.add({ player, name: player, createdAt: 1 });
  expect(await puzzles.keep(answer('a', 'x', [1, 1]))).toBe('kept');
  expect(await puzzles.keep(answer('a', 'x', [2, 2]))).toBe('late');
  expect(await puzzles.keep(answer('b', 'x', [1, 1]))).toBe('late');
  expect(await puzzles.keep(answer('a', 'y', [1, 1]))).toBe('late');
  expect(await puzzles.keep(answer('b', 'x', [1, 2]))).toBe('kept');
  expect(await puzzles.keep(answer('none', 'x', [1, 3]))).toBe('gone');
  expect(await puzzles.ratings()).toEqual([{ puzzle: 'x', ...rating(2) }]);
  await accounts.forget('a');
  expect([await puzzles.of('a'), (await puzzles.of('b')).length]).toEqual([[], 1]);
  expect(await puzzles.ratingOf('x')).toEqual(rating(2));
});
