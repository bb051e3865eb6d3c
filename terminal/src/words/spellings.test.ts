import { english, NAHUATL } from '@flower-war/words';
import { expect, test } from 'vitest';
import { readMove } from '../session/commands.ts';

test('[0.1.1] a day may be typed in English or in another usual spelling', () => {
  const legal = [...NAHUATL.map((name) => `go ${name.toLowerCase()}`), 'play R15 olin', 'offer rain'];
  for (const [index] of NAHUATL.entries())
    expect(readMove(`go ${english.shortDay(index + 1)}`, legal)).toEqual({ kind: 'move', move: legal[index] });
  for (const text of ['go ollin', 'GO Ollin', 'go movement', 'go Ōlīn', 'go temblor'])
    expect(readMove(text, legal)).toEqual({ kind: 'move', move: 'go olin' });
  expect(readMove('play R15 quake', legal)).toEqual({ kind: 'move', move: 'play R15 olin' });
  expect(readMove('offer rain', legal)).toEqual({ kind: 'move', move: 'offer rain' });
  expect(readMove('go nowhere', legal).kind).toBe('unclear');
  expect(readMove('go constructor', legal).kind).toBe('unclear');
});
