import { expect, test } from 'vitest';
import { shown } from './teletype.ts';

test('colours and line ends of the program stay, and those of strangers are shown', () => {
  expect(shown('\u001b[1mAna\u001b[22m\nsays: \u001b[2J\u202e')).toEqual([
    '\u001b[1mAna\u001b[22m',
    'says: \\u{1b}[2J\\u{202e}',
  ]);
});
