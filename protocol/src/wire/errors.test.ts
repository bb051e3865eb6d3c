import { expect, test } from 'vitest';
import { CODES, type Code, refusal } from './errors.ts';

const codes = Object.keys(CODES) as Code[];

test.each(codes)('%s says what happened and what to do', (code) => {
  expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
  const sentences = CODES[code].split(/(?<=\.) /);
  expect(sentences.length).toBeGreaterThanOrEqual(2);
  for (const sentence of sentences) expect(sentence).toMatch(/^(?:[A-Z]|GET ).*\.$/s);
});

test('no two codes say the same', () => {
  expect(new Set(Object.values(CODES)).size).toBe(codes.length);
});

test('a refusal names its reason only when there is one', () => {
  expect(refusal('match-over')).toEqual({ code: 'match-over', message: CODES['match-over'] });
  expect(refusal('illegal-move', 'not-your-turn')).toEqual({
    code: 'illegal-move',
    reason: 'not-your-turn',
    message: CODES['illegal-move'],
  });
});
