import type { Ack } from '@flower-war/protocol/temple';
import { expect, test } from 'vitest';
import { ManualClock } from '../../testing/manualClock.ts';
import type { Outgoing } from '../mqtt/outbox.ts';
import { Verdicts, verdictsSince } from './verdicts.ts';

const T = 'templo-7f3a';
const none = { war: 0, rain: 0 };
const before: Ack = { v: 1, rev: 7, epoch: 1, through: none, sensed: none, applied: none, held: none, refused: none };
const one = { v: 1, rev: 8, slot: 'war', verdict: 'applied', why: 'ok', count: 1 } as const;

test('each slot and verdict that has more beads is told, with the reason of the last bead', () => {
  const last = { slot: 'rain', ordinal: 9, verdict: 'held', why: 'incomplete' } as const;
  const now = { ...before, rev: 8, applied: { war: 2, rain: 0 }, held: { war: 1, rain: 1 }, last };
  expect(verdictsSince(before, now)).toEqual([
    { v: 1, rev: 8, slot: 'war', verdict: 'applied', why: 'ok', count: 2 },
    { v: 1, rev: 8, slot: 'war', verdict: 'held', count: 1 },
    { v: 1, rev: 8, slot: 'rain', verdict: 'held', why: 'incomplete', count: 1 },
  ]);
});

test('a ledger that begins again tells nothing, and a bead of a temple without an owner is told by itself', () => {
  const full = { ...before, applied: { war: 5, rain: 5 } };
  expect(verdictsSince(full, { ...before, rev: 9 })).toEqual([]);
  const last = { slot: 'war', ordinal: 3, verdict: 'refused', why: 'unpaired' } as const;
  const told = { v: 1, rev: 7, slot: 'war', verdict: 'refused', why: 'unpaired', count: 1 };
  expect(verdictsSince(before, { ...before, last })).toEqual([told]);
  expect(verdictsSince({ ...before, last }, { ...before, last })).toEqual([]);
});

function speaking() {
  const clock = new ManualClock();
  const put: Outgoing[] = [];
  const verdicts = new Verdicts({ clock, outbox: { put: (message) => void put.push(message) }, random: () => 0.5 });
  return { clock, put, verdicts };
}

test('a bridge that is alone tells at once, and never retained', () => {
  const { put, verdicts } = speaking();
  verdicts.tell(T, [one]);
  expect(put).toEqual([{ topic: `templo/v1/${T}/verdict`, payload: JSON.stringify(one), isRetained: false }]);
});

test('of several bridges, one that heard another tell the same is silent', () => {
  const { clock, put, verdicts } = speaking();
  verdicts.notAlone();
  verdicts.tell(T, [one]);
  verdicts.seen(T, JSON.stringify(one));
  clock.advance(1000);
  expect(put).toEqual([]);
  verdicts.tell(T, [{ ...one, rev: 9 }]);
  verdicts.seen('templo-b0b0', JSON.stringify({ ...one, rev: 9 }));
  clock.advance(1000);
  expect(put).toHaveLength(1);
});
