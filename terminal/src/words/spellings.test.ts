import { expect, test } from 'vitest';
import { readMove } from '../session/commands.ts';
import { DAY_NAMES, ENGLISH_NAMES } from './ringWords.ts';

test('[0.1.1] a day may be typed in English or in another usual spelling', () => {
  const legal = [...DAY_NAMES.map((name) => `go ${name.toLowerCase()}`), 'play R15 olin', 'offer rain'];
  for (const [index, name] of ENGLISH_NAMES.entries())
    expect(readMove(`go ${name}`, legal)).toEqual({ kind: 'move', move: legal[index] });
  for (const text of ['go ollin', 'GO Ollin', 'go movement', 'go Ōlīn'])
    expect(readMove(text, legal)).toEqual({ kind: 'move', move: 'go olin' });
  expect(readMove('play R15 quake', legal)).toEqual({ kind: 'move', move: 'play R15 olin' });
  expect(readMove('offer rain', legal)).toEqual({ kind: 'move', move: 'offer rain' });
  expect(readMove('go nowhere', legal).kind).toBe('unclear');
  expect(readMove('go constructor', legal).kind).toBe('unclear');
});
