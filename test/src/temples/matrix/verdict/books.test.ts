import type { BeadAccount, Tally } from '@flower-war/protocol';
import { expect, test } from 'vitest';
import { readBooks } from './books.ts';

const NONE: Tally = { war: 0, rain: 0 };
const account = (sensed: Tally, applied: Tally): BeadAccount => ({
  rev: 1,
  cursors: [{ epoch: 7, ...sensed }],
  retired: [],
  returns: [],
  waiting: [],
  sensed,
  applied,
  held: NONE,
  refused: NONE,
  toTake: NONE,
});

test("what was counted before it was paired, and while nobody owned it, is nobody's", () => {
  const first = account({ war: 5, rain: 2 }, { war: 4, rain: 2 });
  const books = readBooks(
    [
      { kind: 'claimed', base: { epoch: 7, war: 3, rain: 0 } },
      { kind: 'unbound', account: { ...first, cursors: [{ epoch: 7, war: 8, rain: 2 }] } },
      { kind: 'released' },
      { kind: 'claimed', base: { epoch: 7, war: 10, rain: 2 } },
      { kind: 'counted', epoch: 7, war: 11, rain: 2 },
    ],
    account({ war: 1, rain: 0 }, NONE),
  );
  expect(books).toEqual({ sensed: 8, applied: 6, nobodys: 5 });
});

test("the beginning of a temple that was not heard of before it was paired is nobody's", () => {
  const lines = [{ kind: 'claimed' as const }, { kind: 'based' as const, epoch: 7, war: 2, rain: 2 }];
  expect(readBooks(lines, account(NONE, NONE))).toEqual({ sensed: 0, applied: 0, nobodys: 4 });
});
