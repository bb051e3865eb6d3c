import { expect, test } from 'vitest';
import { Approvals } from './approvals.ts';

test('who asks waits, the first first, and is forgotten when they ask no more', () => {
  const approvals = new Approvals();
  approvals.ask('M', 'ana', 0);
  approvals.ask('M', 'beto', 1000);
  approvals.ask('M', 'ana', 9000);
  expect(approvals.waitingAt('M', 10_999)).toEqual(['ana', 'beto']);
  expect(approvals.waitingAt('M', 11_000)).toEqual(['ana']);
  expect(approvals.waitingAt('OTHER', 0)).toEqual([]);
});

test('a decision holds for its match alone, and the later one counts', () => {
  const approvals = new Approvals();
  approvals.ask('M', 'ana', 0);
  approvals.decide('M', 'ana', 'dismissed');
  expect(approvals.waitingAt('M', 0)).toEqual([]);
  approvals.decide('M', 'ana', 'admitted');
  expect([approvals.decisionOn('M', 'ana'), approvals.decisionOn('N', 'ana')]).toEqual(['admitted', undefined]);
});

test('a crowd that asks takes no more than its share of memory', () => {
  const approvals = new Approvals();
  for (let i = 0; i < 1000; i++) approvals.ask('M', `p${i}`, 0);
  expect(approvals.waitingAt('M', 0)).toHaveLength(50);
});
