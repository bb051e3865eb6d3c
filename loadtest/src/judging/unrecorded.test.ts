import { expect, test } from 'vitest';
import { unrecorded } from './unrecorded.ts';

const RECORDS: Readonly<Record<string, readonly string[]>> = {
  one: [
    '{"seq":0,"kind":"created"}',
    '{"seq":1,"kind":"move","seat":0,"id":7}',
    '{"seq":2,"kind":"move","seat":1,"id":8}',
  ],
  two: ['{"seq":0,"kind":"created"}'],
};
const linesOf = async (match: string) => RECORDS[match] ?? [];

test.each([
  [[], 0],
  [[['one', 7]], 0],
  [
    [
      ['one', 8],
      ['one', 7],
    ],
    0,
  ],
  [[['one', 9]], 1],
  [[['two', 7]], 1], // recorded in another match
  [
    [
      ['gone', 1],
      ['one', 7],
      ['two', 3],
    ],
    2,
  ],
] as const)('of the accepted moves %j, %i are in no record', async (accepted, missing) => {
  const [first, ...others] = accepted;
  const told = [{ accepted: first === undefined ? [] : [first] }, { accepted: others }];
  expect(await unrecorded(told, linesOf)).toBe(missing);
});
