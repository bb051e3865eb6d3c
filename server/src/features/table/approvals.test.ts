import { expect, test } from 'vitest';
import { Approvals } from './presence.ts';

const from = (player: string, address = '192.0.2.1') => ({ player, address });

test('who asks waits, the first first, and is forgotten when they ask no more', () => {
  const approvals = new Approvals();
  approvals.ask('M', from('ana'), 0);
  approvals.ask('M', from('beto'), 1000);
  approvals.ask('M', from('ana'), 9000);
  expect(approvals.waitingAt('M', 10_999)).toEqual(['ana', 'beto']);
  expect(approvals.waitingAt('M', 11_000)).toEqual(['ana']);
  expect(approvals.waitingAt('OTHER', 0)).toEqual([]);
});

test('a decision holds for its match alone, and the later one counts', () => {
  const approvals = new Approvals();
  approvals.ask('M', from('ana'), 0);
  approvals.decide('M', 'ana', 'dismissed');
  expect(approvals.waitingAt('M', 0)).toEqual([]);
  approvals.decide('M', 'ana', 'admitted');
  expect([approvals.decisionOn('M', 'ana'), approvals.decisionOn('N', 'ana')]).toEqual(['admitted', undefined]);
});

test('a crowd that asks takes no more than its share of memory', () => {
  const approvals = new Approvals();
  for (let i = 0; i < 1000; i++) approvals.ask('M', from(`p${i}`), 0);
  expect(approvals.waitingAt('M', 0)).toHaveLength(50);
});

test('a crowd of some addresses keeps nobody else from being seen by the host', () => {
  const approvals = new Approvals();
  approvals.ask('M', from('ana', '198.51.100.7'), 0);
  for (let i = 0; i < 1000; i++) approvals.ask('M', from(`p${i}`, `2001:db8:${i % 9}:${i}::1`), 1);
  approvals.ask('M', from('beto', '203.0.113.7'), 2);
  expect(approvals.waitingAt('M', 2)).toEqual(expect.arrayContaining(['ana', 'beto']));
  expect(approvals.waitingAt('M', 2)).toHaveLength(50);
});
