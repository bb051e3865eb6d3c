import { MOST_COUNT, odometer } from '@flower-war/protocol/temple';
import { expect, it } from 'vitest';
import { odometerOf } from './outgoing.ts';

const life = { epoch: 7, war: 1, rain: 0, boot: 3 };
const bead = { slot: 'war', ordinal: 1, at: 1000 } as const;

it('tells how old a bead is; one that is older than can be said is as old as can be said', () => {
  const told = (now: number) => odometer.parse(odometerOf(life, [bead], { seq: 1, now })).recent;
  expect(told(1250.4)).toEqual([['war', 1, 250]]);
  const fiftyDays = 50 * 24 * 3600 * 1000;
  expect(told(fiftyDays)).toEqual([['war', 1, MOST_COUNT]]);
});

it('tells no bead that is not on the disk', () => {
  expect(odometerOf({ ...life, war: 0 }, [bead], { seq: 1, now: 2000 }).recent).toEqual([]);
});
