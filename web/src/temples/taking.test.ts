import type { TempleJson } from '@flower-war/client';
import { expect, test } from 'vitest';
import { OF_THE_TABLE, takingTemple, templeOf } from './taking.ts';

const NONE = { sensed: 0, applied: 0, held: 0, refused: 0, toTake: 0, disputed: false };
const temple = (name: string, more: Partial<TempleJson> = {}): TempleJson => ({
  temple: name,
  name,
  seat: 0,
  counts: true,
  present: true,
  war: NONE,
  rain: NONE,
  last: { slot: '', ordinal: 0, verdict: '', why: '' },
  doubted: 0,
  unclaimed: 0,
  ...more,
});

const OWN = temple('own');
const SHARED = temple('shared', { seat: OF_THE_TABLE });

test.each([
  ['its own', [OWN], [], 'own'],
  ['the one of the table', [SHARED], [], 'shared'],
  ['its own before the one of the table', [SHARED, OWN], [], 'own'],
  ['none of another seat', [temple('other', { seat: 1 })], [], undefined],
  ['none that no longer counts', [temple('own', { counts: false })], [], undefined],
  ['none that is silent', [temple('own', { present: false })], [], undefined],
  ['not the one of the table while its own is silent', [SHARED, temple('own', { present: false })], [], undefined],
  ['none by hand', [OWN], [0], undefined],
  ['its own while another seat pays by hand', [OWN], [1], 'own'],
] as const)('a seat drops beads into %s', (_, temples, byHand, name) => {
  expect(takingTemple({ temples: [...temples], byHand: [...byHand] }, 0)?.name).toBe(name);
});

test('a person who only looks drops no beads', () => {
  expect(takingTemple({ temples: [SHARED], byHand: [] }, undefined)).toBeUndefined();
});

test('a silent temple is the one of its seat nevertheless', () => {
  expect(templeOf({ temples: [temple('own', { present: false })] }, 0)?.name).toBe('own');
});
