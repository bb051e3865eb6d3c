import { expect, test } from 'vitest';
import type { Told } from '../plan.ts';
import { judgedDriver } from './driven.ts';

const NOTHING = { isMeasured: true, counts: {}, times: {}, failures: {}, shown: [], sent: [], accepted: [] };
const told = (more: Partial<Told> = {}): Told => ({ ...NOTHING, at: 1, ...more });
const DRIVEN = { mostP99Ms: { move: 50 }, mustHappen: ['moves'] };
const good = told({ counts: { moves: 2 }, times: { move: [3, 49] } });
const brokenIn = (...all: readonly Told[]) =>
  judgedDriver(all, DRIVEN).flatMap(({ name, isKept }) => (isKept ? [] : [name]));

test('a driver that saw moves in time, and no failure, kept all', () => {
  expect(brokenIn(good)).toEqual([]);
});

test.each([
  [[good, told({ isMeasured: false, failures: { late: 1 } })], ['failures: count==0']],
  [[told({ times: { move: [3] } })], ['moves: count>0']],
  [[told({ isMeasured: false, counts: { moves: 2 } }), told({ times: { move: [3] } })], ['moves: count>0']],
  [[good, told({ times: { move: [50] } })], ['move_ms: p(99)<50']],
  [[told({ counts: { moves: 2 } })], ['move_ms: p(99)<50']],
  [[], ['moves: count>0', 'move_ms: p(99)<50']],
])('what it did not keep is named (%#)', (all, broken) => {
  expect(brokenIn(...all)).toEqual(broken);
});
