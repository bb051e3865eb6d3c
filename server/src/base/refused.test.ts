/** What a caller is told of data that has none of the forms that are allowed. */
import { BODIES } from '@flower-war/protocol';
import { expect, test } from 'vitest';
import { amissIn } from './refused.ts';

const OTHERS = 'Invalid option: expected one of "takeback"|"abort"|"resume"|"undo"';

test.each([
  ['offer', { id: 1, what: 'draw' }, 'what', `${OTHERS}.`],
  ['offer', { id: 1, what: 'pause' }, 'minutes', `Invalid input: expected number, received nothing. Or: ${OTHERS}.`],
  ['offer', { id: 1, what: 'undo', is: 1 }, 'is', 'Unrecognized key: "is".'],
  ['habits', { id: 1, keeps: 7 }, 'keeps', expect.stringMatching(/"usual".*\. Or: .*expected array/)],
  ['resign', { id: true }, 'id', expect.stringMatching(/expected number.*\. Or: .*expected string/)],
  ['resign', {}, 'id', expect.stringContaining('received nothing')],
] as const)('%s %j: what is amiss with the nearest form', (action, body, reason, detail) => {
  const { error } = BODIES[action].safeParse(body);
  expect(error && amissIn(error, 'body')).toEqual({ reason, detail });
});
