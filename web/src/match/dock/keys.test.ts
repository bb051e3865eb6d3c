import { expect, test } from 'vitest';
import { actionAt, actionOf, ACTIONS, keysIn, placeOf, USUAL_KEYS, withKey } from './keys.tsx';

test('every action has a key of its own', () => {
  expect(new Set(Object.values(USUAL_KEYS)).size).toBe(ACTIONS.length);
  expect(actionOf(USUAL_KEYS, '3')).toBe('move3');
  expect(actionOf(USUAL_KEYS, 'x')).toBeUndefined();
});

test('a move is known by its place', () => {
  expect(actionAt(0)).toBe('move1');
  expect(actionAt(9)).toBeUndefined();
  expect(placeOf('move9')).toBe(8);
  expect(placeOf('doIt')).toBe(-1);
});

test('a key that is taken changes places', () => {
  const keys = withKey(USUAL_KEYS, 'move1', '0');
  expect(keys.move1).toBe('0');
  expect(keys.doIt).toBe('1');
  expect(withKey(keys, 'move1', '0')).toEqual(keys);
});

test('what is kept comes back, and what cannot be read does not matter', () => {
  const keys = withKey(withKey(USUAL_KEYS, 'doIt', ' '), 'move2', 'b');
  expect(keysIn(JSON.stringify(keys))).toEqual(keys);
  expect(keysIn(undefined)).toEqual(USUAL_KEYS);
  expect(keysIn('{"move1": 7, "none": "x"}')).toEqual(USUAL_KEYS);
  expect(keysIn('null')).toEqual(USUAL_KEYS);
});
