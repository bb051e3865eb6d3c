import { expect, test } from 'vitest';
import { timeText } from './controls.tsx';

test.each([
  [-5, '0:00'],
  [1, '0:01'],
  [9_000, '0:09'],
  [59_001, '1:00'],
  [750_000, '12:30'],
  [12_000_000, '3 h 20'],
  [190_800_000, '2 d 5 h'],
])('%i ms are %s', (milliseconds, text) => {
  expect(timeText(milliseconds)).toBe(text);
});
