/** Clocks follow from the record: how much time each entry costs which seat. No entry may give a seat extra time. */
import { type ClockSettings, deadlineOf, GRACE_MS, type TableSettings, tableSettings } from '@flower-war/protocol';
import { fastChance } from '@flower-war/rules';
import { describe, expect, test } from 'vitest';
import { createdEntry, Scribe } from './scribe.ts';
import { TimedScribe } from './timedScribe.ts';

const TURN: ClockSettings = { kind: 'turn', seconds: 60 };
const BANK: ClockSettings = { kind: 'bank', seconds: 100, increment: 7 };
const MINUTE = 60_000;

const timed = (clock: ClockSettings, more: Partial<TableSettings> = {}) => new TimedScribe({ clock, ...more });

test('a table without a clock has none', () => {
  expect(new Scribe().start('player', 'player').position.clocks).toEqual([]);
  expect(createdEntry().table.clock).toEqual(tableSettings.parse({}).clock);
});

describe('a turn', () => {
  test('has its seconds from when the seat is asked', () => {
    const table = timed(TURN).start();
    expect(deadlineOf(table.position.clocks, table.asked)).toBe(table.now + MINUTE);
    expect(deadlineOf(table.position.clocks, 1 - table.asked)).toBeUndefined();
  });

  test('has them anew after a throw, and not after another move of the same turn', () => {
    const table = timed(TURN).start();
    table.wait(20_000).toss();
    expect(deadlineOf(table.position.clocks, table.asked)).toBe(table.now + MINUTE);
    const seat = table.asked;
    table.wait(30_000).playPlainMoveOf(seat);
    const next = deadlineOf(table.position.clocks, seat);
    expect(next === undefined || next === table.now + MINUTE - 30_000).toBe(true);
  });

  test('is answered by the clock when it is over, and not a moment before', () => {
    const table = timed(TURN).start();
    const seat = table.asked;
    expect(() => table.wait(MINUTE - 1).clock(seat)).toThrow('time-left');
    table.wait(1).clock(seat);
    expect(table.position.clocks[seat]?.missed).toBe(1);
  });

  test('is counted as missed each time it runs out, and forgiven by one in time', () => {
    const table = timed(TURN).start();
    const seat = table.asked;
    table.wait(MINUTE).clock(seat);
    expect(table.position.clocks[seat]?.missed).toBe(1);
    table.missTurn(seat);
    const missed = table.position.clocks[seat]?.missed ?? 0;
    expect(missed).toBeGreaterThan(1);
    table.playTurnsUntil(seat).missTurn(seat);
    expect(table.position.clocks[seat]?.missed).toBeGreaterThan(missed);
    table.playTurnsUntil(seat).playTurn(seat);
    expect(table.position.clocks[seat]?.missed).toBe(0);
  });
});

describe('a bank', () => {
  test('pays for the time that the seat took, and gets its increment when the turn is done', () => {
    const table = timed(BANK).start();
    const seat = table.asked;
    table.wait(30_000).playTurn(seat);
    expect(table.position.clocks[seat]?.left).toBe(100_000 - 30_000 + 7000);
    expect(table.position.clocks[1 - seat]?.left).toBe(100_000);
  });

  test('that is used up leaves a few seconds for each turn', () => {
    const table = timed({ ...BANK, increment: 0 }).start();
    const seat = table.asked;
    table.wait(100_000).missTurn(seat).playTurnsUntil(seat);
    expect(deadlineOf(table.position.clocks, seat)).toBe(table.now + GRACE_MS);
  });
});

test('days are days', () => {
  const table = timed({ kind: 'days', days: 3 }).start();
  expect(deadlineOf(table.position.clocks, table.asked)).toBe(table.now + 3 * 24 * 60 * MINUTE);
});

test('what is shown late runs from when it is shown', () => {
  const table = timed(TURN, { reactDelaySeconds: 5 }).start();
  expect(deadlineOf(table.position.clocks, table.asked)).toBe(table.now + MINUTE + 5000);
});

test.each([
  { kind: 'resumed' as const, lost: 50_000 },
  { kind: 'restored' as const, lost: 50_000, entropy: 'ab'.repeat(32) },
])('an outage costs nobody time: $kind', (entry) => {
  const table = timed(BANK).start();
  const seat = table.asked;
  table.wait(10_000).wait(50_000).add(entry);
  expect(table.position.clocks[seat]?.left).toBe(90_000);
  expect(deadlineOf(table.position.clocks, seat)).toBe(table.now + 90_000);
});

test('a pause costs nobody time, also one that is ended early', () => {
  const table = timed(BANK).start();
  const seat = table.asked;
  table.wait(10_000).agree('pause', 30);
  expect(deadlineOf(table.position.clocks, seat)).toBeUndefined();
  table.wait(20 * MINUTE).agree('resume');
  expect(deadlineOf(table.position.clocks, seat)).toBe(table.now + 90_000);
});

test('a clock that goes back charges nobody, and gives nobody anything', () => {
  const table = timed(BANK).start();
  const seat = table.asked;
  const before = deadlineOf(table.position.clocks, seat);
  table.wait(-40_000).add({ kind: 'resumed', lost: 1 });
  expect(deadlineOf(table.position.clocks, seat)).toBe(before);
});

/** A player may leave and come back in any order: the seat never takes more time than the settings give. */
test.each(Array.from({ length: 40 }, (_, seed) => seed + 1))(
  'complaint 13, no timers, or timers to be gamed: nobody gains time by going and coming back 200 times, seed %i',
  (seed) => {
    const chance = fastChance(seed);
    const clock = chance.pick<ClockSettings>([TURN, BANK, { kind: 'bank', seconds: 20, increment: 0 }]);
    const table = timed(clock).start();
    const used = [0, 0];
    const turns = [0, 0];
    for (let step = 0; step < 200 && table.position.status === 'running'; step++) {
      const seat = table.asked;
      const deadline = deadlineOf(table.position.clocks, seat) ?? Number.POSITIVE_INFINITY;
      const waits = chance.pick([0, 1, 500, 5000, 30_000]);
      const isStoodInFor = table.position.occupants.get(seat)?.bot !== undefined;
      if (!isStoodInFor) used[seat] = (used[seat] ?? 0) + Math.min(waits, Math.max(0, deadline - table.now));
      table.wait(waits);
      if (!isStoodInFor && table.now >= deadline) {
        table.clock(seat);
        turns[seat] = (turns[seat] ?? 0) + 1;
      }
      if (table.position.status !== 'running' || table.asked !== seat) continue;
      const before = table.position.clocks[seat]?.left ?? 0;
      table.comeAndGo(chance, seat);
      expect(table.position.clocks[seat]?.left ?? 0).toBeLessThanOrEqual(before);
      table.playSomething(seat);
      if (table.position.clocks[seat]?.isOnTurn !== true) turns[seat] = (turns[seat] ?? 0) + 1;
    }
    if (clock.kind !== 'bank') return;
    for (const seat of [0, 1]) {
      const most = clock.seconds * 1000 + (turns[seat] ?? 0) * (clock.increment * 1000 + GRACE_MS) + GRACE_MS;
      expect(used[seat]).toBeLessThanOrEqual(most);
    }
  },
);
