import { expect, test } from 'vitest';
import { plain } from '../screen/paint.ts';
import { moveList } from './moveList.ts';

const note = (move: string) => (move.startsWith('play') ? 'Dart Thrower: ATTACK CHOSEN' : undefined);

test('moves are numbered, and cards explained in a column of their own', () => {
  expect(moveList(['play W10 @north', 'play W10', 'done'], note, plain)).toEqual([
    '  1  play W10 @north  Dart Thrower: ATTACK CHOSEN',
    '  2  play W10         Dart Thrower: ATTACK CHOSEN',
    '  3  done',
  ]);
});

test('ten and more moves stand in line', () => {
  const moves = moveList(Array(10).fill('roll'), note, plain);
  expect([moves[0], moves[9]]).toEqual(['   1  roll', '  10  roll']);
});

test('a note is cut to the width of the terminal, before it is painted', () => {
  const [line = ''] = moveList(
    ['pick W10'],
    () => 'long '.repeat(30),
    (style, text) => `<${style}>${text}`,
  );
  expect(line.replace(/<\w+>/g, '')).toHaveLength(80);
  expect(line).toMatch(/^ {2}<cyan>1 {2}pick W10 {2}<dim>long .*…$/);
});
