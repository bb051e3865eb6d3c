import { expect, test } from 'vitest';
import { Pace } from './guardedSocket.ts';

test('up to the limit it is fine, then too many, then a flood; the next second begins anew', () => {
  const pace = new Pace(2);
  expect([1, 2, 3, 8, 9].map(() => pace.next(0))).toEqual(['fine', 'fine', 'too-many', 'too-many', 'too-many']);
  for (let frames = 6; frames <= 8; frames++) expect(pace.next(999)).toBe('too-many');
  expect(pace.next(999)).toBe('flood');
  expect(pace.next(1000)).toBe('fine');
});
