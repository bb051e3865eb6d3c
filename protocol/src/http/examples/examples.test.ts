import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { ANSWER_EXAMPLES, BODY_EXAMPLES } from './index.ts';
import { ANSWERS, BODIES, MEDIA, OPERATOR_ANSWERS } from '../routeTable.ts';

const answers: Readonly<Record<string, z.ZodType>> = { ...ANSWERS, ...OPERATOR_ANSWERS };

describe('examples', () => {
  test.each(Object.keys(BODIES) as (keyof typeof BODIES)[])('the body %s is one that the server takes', (name) => {
    expect(BODIES[name].safeParse(BODY_EXAMPLES[name]).error).toBeUndefined();
  });

  test.each(Object.keys(answers).filter((name) => name !== 'Refusal'))('the answer %s has its schema', (name) => {
    const example = ANSWER_EXAMPLES[name as keyof typeof ANSWER_EXAMPLES];
    expect(answers[name]?.parse(example)).toEqual(example);
  });

  test('answers that are not JSON have one too', () => {
    for (const name of Object.keys(MEDIA)) expect(ANSWER_EXAMPLES).toHaveProperty(name);
  });
});
