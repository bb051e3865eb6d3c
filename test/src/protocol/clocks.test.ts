/** Clocks follow from the record: how much time each entry costs which seat. No entry may give a seat extra time. */
import { type ClockSettings, deadlineOf, GRACE_MS, type TableSettings } from '@flower-war/protocol';
import { type Chance, fastChance } from '@flower-war/rules';
import { describe, expect, test } from 'vitest';
import { Scribe, TimedScribe } from './scribe.ts';

const TURN: ClockSettings = { kind: 'turn', seconds: 60 };
const BANK: ClockSettings = { kind: 'bank', seconds: 100, increment: 7 };
const MINUTE = 60_000;

const timed = (clock: ClockSettings, more: Partial<TableSettings> = {}) => new TimedScribe({ clock, ...more }).begin();
/** When the time of the seat that is asked is over. */
const deadline = ({ position, asked }: TimedScribe) => deadlineOf(position.clocks, asked);

test('a table without a clock has none', () => {
  expect(new Scribe().start('player', 'player').position.clocks).toEqual([]);
});

describe('a turn', () => {
  test('has its seconds from when the seat is asked', () => {
    const table = timed(TURN);
    expect(deadline(table)).toBe(table.now + MINUTE);
    expect(deadlineOf(table.position.clocks, 1 - table.asked)).toBeUndefined();
  });

  test('has them anew after a throw, and not after another move of the same turn', () => {
    const table = timed(TURN);
    table.wait(20_000).toss();
    expect(deadline(table)).toBe(table.now + MINUTE);
    const seat = table.asked;
    const plain = table.legal(seat).find((move) => move !== 'toss');
    table.wait(30_000);
    if (plain !== undefined) table.move(seat, plain);
    const next = deadlineOf(table.position.clocks, seat);
    expect(next === undefined || next === table.now + MINUTE - 30_000).toBe(true);
  });

  test('is answered by the clock when it is over, and not a moment before', () => {
    const table = timed(TURN);
    const seat = table.asked;
    expect(() => table.wait(MINUTE - 1).clock(seat)).toThrow('time-left');
    table.wait(1).clock(seat);
    expect(table.position.clocks[seat]?.missed).toBe(1);
  });

  test('is counted as missed each time it runs out, and forgiven by one in time', () => {
    const table = timed(TURN);
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
    const table = timed(BANK);
    const seat = table.asked;
    table.wait(30_000).playTurn(seat);
    expect(table.position.clocks[seat]?.left).toBe(100_000 - 30_000 + 7000);
    expect(table.position.clocks[1 - seat]?.left).toBe(100_000);
  });

  test('that is used up leaves a few seconds for each turn', () => {
    const table = timed({ ...BANK, increment: 0 });
    const seat = table.asked;
    table.wait(100_000).missTurn(seat).playTurnsUntil(seat);
    expect(deadlineOf(table.position.clocks, seat)).toBe(table.now + GRACE_MS);
  });
});

test('days are days', () => {
  const table = timed({ kind: 'days', days: 3 });
  expect(deadline(table)).toBe(table.now + 3 * 24 * 60 * MINUTE);
});

test('what is shown late runs from when it is shown', () => {
  const table = timed(TURN, { reactDelaySeconds: 5 });
  expect(deadline(table)).toBe(table.now + MINUTE + 5000);
});

test.each([
  { kind: 'resumed' as const, lost: 50_000 },
  { kind: 'restored' as const, lost: 50_000, entropy: 'ab'.repeat(32) },
])('an outage costs nobody time: $kind', (entry) => {
  const table = timed(BANK);
  const seat = table.asked;
  table.wait(10_000).wait(50_000).add(entry);
  expect(table.position.clocks[seat]?.left).toBe(90_000);
  expect(deadlineOf(table.position.clocks, seat)).toBe(table.now + 90_000);
});

test('a pause costs nobody time, also one that is ended early', () => {
  const table = timed(BANK);
  const seat = table.asked;
  table.wait(10_000).agree('pause', 30);
  expect(deadlineOf(table.position.clocks, seat)).toBeUndefined();
  table.wait(20 * MINUTE).agree('resume');
  expect(deadlineOf(table.position.clocks, seat)).toBe(table.now + 90_000);
});

test('a clock that goes back charges nobody, and gives nobody anything', () => {
  const table = timed(BANK);
  const seat = table.asked;
  const before = deadlineOf(table.position.clocks, seat);
  table.wait(-40_000).add({ kind: 'resumed', lost: 1 });
  expect(deadlineOf(table.position.clocks, seat)).toBe(before);
});

/** A player may leave and come back in any order: the seat never takes more time than the settings give. */
test.each(Array.from({ length: 20 }, (_, seed) => seed + 1))(
  'complaint 13, no timers, or timers to be gamed: nobody gains time by going and coming back 200 times, seed %i',
  (seed) => {
    const chance = fastChance(seed);
    const clock = chance.pick<ClockSettings>([TURN, BANK, { kind: 'bank', seconds: 20, increment: 0 }]);
    const table = timed(clock);
    const used = [0, 0];
    const turns = [0, 0];
    for (let step = 0; step < 200 && table.position.status === 'running'; step++) {
      const seat = table.asked;
      const due = deadline(table) ?? Number.POSITIVE_INFINITY;
      const waits = chance.pick([0, 1, 500, 5000, 30_000]);
      const isAway = table.isStoodInFor(seat);
      if (!isAway) used[seat] = (used[seat] ?? 0) + Math.min(waits, Math.max(0, due - table.now));
      table.wait(waits);
      if (!isAway && table.now >= due) {
        table.clock(seat);
        turns[seat] = (turns[seat] ?? 0) + 1;
      }
      if (table.position.status !== 'running' || table.asked !== seat) continue;
      const before = table.position.clocks[seat]?.left ?? 0;
      comeAndGo(table, chance);
      expect(table.position.clocks[seat]?.left ?? 0).toBeLessThanOrEqual(before);
      table.playSomething();
      if (table.position.clocks[seat]?.isOnTurn !== true) turns[seat] = (turns[seat] ?? 0) + 1;
    }
    if (clock.kind !== 'bank') return;
    for (const seat of [0, 1]) {
      const most = clock.seconds * 1000 + (turns[seat] ?? 0) * (clock.increment * 1000 + GRACE_MS) + GRACE_MS;
      expect(used[seat]).toBeLessThanOrEqual(most);
    }
  },
);

/** Leaves the seat that is asked to a bot or comes back, at random, as far as the rules allow. */
function comeAndGo(table: TimedScribe, chance: Chance): void {
  const seat = table.asked;
  for (let times = chance.die(4); times > 1; times--) {
    if (table.isStoodInFor(seat)) table.add({ kind: 'absence', seat, what: 'returned' });
    else if ((table.position.clocks[seat]?.missed ?? 0) > 0)
      table.add({ kind: 'absence', seat, what: 'bot', bot: 'greedy' });
  }
}
