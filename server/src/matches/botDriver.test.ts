import { tableSettings } from '@flower-war/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Gap } from '../base/serverTime.ts';
import { type Card, hostingAmbush } from '../match/ambush.fixture.ts';
import type { Match } from '../match/match.ts';
import { WakeTimer } from './botDriver.ts';
import { newTable, passTime, runningMatch, SLOW_MS } from './table.fixture.ts';

const THINKING = 600;
const MINUTE = 60_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

/** A match with four seats, some with bots. The first to strike is a player on seat 0. */
async function withBots(
  hands: readonly (readonly Card[])[],
  bots: readonly number[],
  settings: object = {},
  botDelayMs = THINKING,
) {
  const table = newTable({ games: hostingAmbush(hands), botDelayMs });
  const wanted = { game: 'ambush', preset: 'ambush', options: {}, seats: 4, host: 'p0' };
  const id = await table.matches.create({ ...wanted, table: tableSettings.parse(settings) });
  const match = await table.matches.open(id);
  if (match === undefined) throw new Error('a match that was created can be opened');
  for (const seat of [0, 1, 2, 3]) {
    const person = { by: 'player', player: `p${seat}`, contribution: '00'.repeat(16) } as const;
    await match.sit(bots.includes(seat) ? { by: 'bot', bot: 'random' } : person, seat, table.now);
  }
  const pass = async (milliseconds: number) => {
    table.now += milliseconds;
    await passTime(milliseconds);
  };
  return { table, match, pass };
}

const strike = (match: Match, at: number) => match.act(0, [1, match.privateOf(0).decision ?? 0, 'strike'], at);
const turns = (match: Match) => (match.table.view as { turns: number }).turns;

test('a bot is asked in a hidden window like anybody, and nobody else is told', async () => {
  const { table, match, pass } = await withBots([[], ['dodge']], [1]);
  let told = 0;
  match.watch({
    onFlush: ({ public: isPublic, seats }) => (told += seats.size + (isPublic ? 1 : 0)),
    onLost: () => {},
  });
  const striking = strike(match, table.now);
  await pass(THINKING - 1);
  expect([match.awaited, told, turns(match)]).toEqual([[1], 1, 0]); // the one told is the bot itself
  await pass(1);
  expect(turns(match)).toBe(1);
  expect(await striking).toMatchObject({ kind: 'accepted' });
});

test('what is due and cannot be written is tried again a little later, without a request', async () => {
  const { table, match, pass } = await withBots([[], ['dodge']], [], { reactSeconds: 5 });
  const striking = strike(match, table.now);
  await pass(4999);
  table.journal.faults.push('lost-before');
  await pass(1);
  expect([table.journal.faults, turns(match)]).toEqual([[], 0]);
  await pass(1000);
  expect(turns(match)).toBe(1);
  expect(await striking).toMatchObject({ kind: 'accepted' });
});

test('an outcome comes in time, though its timer rings a moment too early', async () => {
  const { table, match, pass } = await withBots([[], []], [], { reactDelaySeconds: 5 });
  const striking = strike(match, table.now);
  await pass(0);
  table.now += 4999; // the clock is behind the timers
  vi.advanceTimersByTime(5000);
  table.now += 1;
  await passTime(1);
  expect(turns(match)).toBe(1);
  expect(await striking).toMatchObject({ kind: 'accepted' });
});

test('a bot thinks as long about its turn, whether it was asked before in a window or not', async () => {
  const { table, match, pass } = await withBots([[], [], ['counter'], ['counter']], [1, 2]);
  void strike(match, table.now);
  await pass(500);
  void match.act(3, [2, match.privateOf(3).decision ?? 0, 'counter'], table.now);
  await pass(0);
  expect([turns(match), match.awaited]).toEqual([1, [1]]);
  await pass(THINKING - 1);
  expect(turns(match)).toBe(1);
});

test('behind a fixed delay a bot moves once, and waits for its time', async () => {
  const { table, match, pass } = await withBots([[], ['dodge']], [1], { reactDelaySeconds: 5 });
  const striking = strike(match, table.now);
  await pass(4999);
  expect([turns(match), match.awaited]).toEqual([0, []]);
  await pass(1);
  expect(turns(match)).toBe(1);
  expect(await striking).toMatchObject({ kind: 'accepted' });
  const moves = ((await table.journal.read(match.id))?.lines ?? []).filter((line) => line.includes('"kind":"move"'));
  expect(moves).toHaveLength(2);
});

test('a bot that would answer while the clock already does plays its next turn', async () => {
  const { table, match, pass } = await withBots([[], ['dodge']], [1], { reactSeconds: 5 }, 5000 + SLOW_MS / 2);
  const striking = strike(match, table.now);
  await pass(4999);
  table.journal.faults.push('slow');
  await pass(1 + SLOW_MS);
  expect(await striking).toMatchObject({ kind: 'accepted' });
  expect([table.journal.faults, turns(match), match.awaited]).toEqual([[], 1, [1]]);
  await pass(5000 + 2 * SLOW_MS);
  expect((await table.journal.read(match.id))?.lines.at(-1)).toContain('"by":"bot"');
});

test('a pause ends at its time, though its timer stood still while the machine slept', async () => {
  const table = newTable();
  const match = await runningMatch(table, { settings: { clock: { kind: 'turn', seconds: 600 } } });
  let tell: (gap: Gap) => void = () => {};
  const onGap = (listener: typeof tell) => {
    tell = listener;
    return () => {};
  };
  const timer = new WakeTimer(match, { now: () => table.now, onGap });
  await match.offer(0, ['a', 'pause', 60], table.now);
  await match.reply(1, ['b', true], table.now);
  const slept = 50 * MINUTE;
  table.now += slept;
  tell({ at: table.now, lost: slept });
  await passTime(1);
  expect(match.position.pause).toBeDefined();
  table.now += 10 * MINUTE;
  await vi.advanceTimersByTimeAsync(10 * MINUTE);
  await passTime(1);
  expect(match.position.pause).toBeUndefined();
  timer.stop();
  await table.matches.stop();
});

test('the clock of windows rings by itself', async () => {
  const { table, match, pass } = await withBots([[], ['dodge']], [], { reactSeconds: 20 });
  match.watch({ onFlush: () => {}, onLost: () => {} });
  await pass(400);
  const striking = strike(match, table.now - 400);
  await pass(19_599);
  expect(turns(match)).toBe(0);
  await pass(1);
  expect(await striking).toMatchObject({ kind: 'accepted' });
  expect(turns(match)).toBe(1);
});

test('a match that nobody looks at any more is put to sleep, and whoever still waits for an answer asks again', async () => {
  const { table, match, pass } = await withBots([[], ['dodge']], [], { reactSeconds: 20 });
  const striking = strike(match, table.now);
  await table.matches.release(match.id);
  expect(await striking).toEqual({ kind: 'retry' });
  await pass(25_000);
  const lines = (await table.journal.read(match.id))?.lines ?? [];
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ kind: 'clock', seat: 1, move: 'pass' });
});

test('a bot that stands in for a player who is connected waits as long as beside any player', async () => {
  const { table, match, pass } = await withBots([[], [], [], []], [1, 2, 3], { clock: { kind: 'turn', seconds: 10 } });
  await match.arrive(0, table.now);
  for (let late = 0; late < 4 && match.position.occupants.get(0)?.bot === undefined; late++) {
    table.now += 11_000;
    await match.tend(table.now);
    await pass(4 * THINKING);
  }
  expect(match.position.occupants.get(0)?.bot).toBeDefined();
  const inTime = async () => {
    const before = turns(match);
    for (let n = 0; n < 10; n++) await pass(THINKING / 5);
    return turns(match) - before;
  };
  expect(await inTime()).toBeLessThanOrEqual(2);
  match.depart(0, table.now);
  expect(await inTime()).toBeGreaterThan(2);
});
