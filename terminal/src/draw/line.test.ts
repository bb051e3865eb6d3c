import { expect, test } from 'vitest';
import { plain } from '../screen.ts';
import { apart, fit, painted, piece } from './drawing.ts';

const LINE = [piece('EAST', 'red'), piece(' moves')];

test.each([
  [12, 'EAST moves  '],
  [10, 'EAST moves'],
  [9, 'EAST mov…'],
  [3, 'EA…'],
])('fitted into %i columns', (width, expected) => {
  expect(painted(fit(LINE, width), plain)).toBe(expected);
});

test('only what has a style and is not empty is painted', () => {
  const paint = (style: string, text: string) => `<${style}>${text}</>`;
  expect(painted([...LINE, piece('', 'dim')], paint)).toBe('<red>EAST</> moves');
});

test('two ends of a line', () => {
  expect(painted(apart([piece('13')], [piece('5')], 6), plain)).toBe('13   5');
  expect(painted(apart([piece('13')], [piece('5')], 2), plain)).toBe('135');
});
