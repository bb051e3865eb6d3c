/** Reports of temples that came while a match could not count them. */
import { NEW_ACCOUNT, type Position } from '@flower-war/protocol';
import type { AnyGame } from '@flower-war/rules';
import { expect, test } from 'vitest';
import { BeadReports, templeDueIn } from './beadReports.ts';

const T = 'templo-7f3a';
const bound = { by: 'p0', seat: 0, account: NEW_ACCOUNT, disputes: [], isOver: false };
const position = { status: 'running', temples: { all: new Map([[T, bound]]), byHand: [], steps: [] } };
const report = (epoch: number, war: number, isDoubtful = false) => ({ epoch, war, rain: 0, at: 1000, isDoubtful });

function nextOf(reports: BeadReports) {
  return reports.next(position as object as Position, 1000);
}

test('of one life the higher total is the later, whichever came last', () => {
  const reports = new BeadReports();
  for (const war of [3, 5, 4]) reports.add(T, report(7, war));
  expect(nextOf(reports)).toMatchObject({ what: 'sensed', epoch: 7, war: 5 });
});

test('beads that came too fast are doubted, also when a calm report followed them', () => {
  const reports = new BeadReports();
  reports.add(T, report(7, 30, true));
  reports.add(T, report(7, 31));
  expect(nextOf(reports)).toMatchObject({ war: 31, doubtful: true });
});

test('a device with a new life in every report is remembered by its last eight', () => {
  const reports = new BeadReports();
  for (let epoch = 1; epoch <= 20; epoch++) reports.add(T, report(epoch, 1));
  expect(nextOf(reports)).toMatchObject({ epoch: 13 });
});

test.each([
  [0, { kind: 'temple', what: 'drawn', temple: T, at: 1000 }],
  [5, undefined],
])('a card that is owed is drawn by itself, but not where outcomes are shown %d s late', (reactDelaySeconds, entry) => {
  const temples = { ...position.temples, gift: { temple: T, seat: 0 } };
  const owed: object = { ...position, temples, created: { table: { reactDelaySeconds } } };
  expect(templeDueIn({} as AnyGame, owed as Position, 1000)).toEqual(entry);
});
