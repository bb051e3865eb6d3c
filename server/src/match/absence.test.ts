/** What happens to the seat of an absent or slow player: each policy, with and without a clock. */
import type { TableSettings } from '@flower-war/protocol';
import { describe, expect, test } from 'vitest';
import { askedSeat, newTable, playOne, runningMatch, type TestTable } from '../matches/table.fixture.ts';
import type { Match } from './match.ts';

const MINUTE = 60_000;
const TURN = { kind: 'turn', seconds: 60 } as const;

async function lastEntries({ journal }: TestTable, match: Match, count: number): Promise<readonly object[]> {
  const lines = (await journal.read(match.id))?.lines ?? [];
  return lines.slice(-count).map((line) => JSON.parse(line) as object);
}

async function started(settings: Partial<TableSettings>) {
  const table = newTable({ botDelayMs: 1e9 });
  const match = await runningMatch(table, { settings });
  return { table, match, asked: askedSeat(match) };
}

/**
 * A match in which the first asked seat runs out of time until a bot stands in. A toss of the clock may end the turn
 * and leave the other seat to a bot that never plays. Then another match is tried.
 */
async function dozedOff(absence: 'casual' | 'fair') {
  for (let tries = 0; tries < 100; tries++) {
    const all = await started({ absence, clock: TURN });
    await all.match.arrive(all.asked, 1_000_000);
    for (let rings = 0; rings < 20 && all.match.dueAt !== undefined; rings++) {
      const at = all.match.dueAt;
      await all.match.tend(at);
      if (all.match.position.occupants.get(all.asked)?.bot !== undefined) return { ...all, at };
    }
  }
  throw new Error('no toss of the clock leaves anything to decide');
}

/** Tends the match whenever it is due, as the clock of a live match does. */
async function waitUntil(match: Match, end: number): Promise<void> {
  for (let due = match.dueAt; due !== undefined && due <= end; due = match.dueAt) await match.tend(due);
  await match.tend(end);
}

describe('with a clock', () => {
  test.each([
    ['casual', 1],
    ['fair', 2],
  ] as const)('%s hands the seat to a bot after running out of time %i times in a row', async (absence, misses) => {
    const { match, asked, at } = await dozedOff(absence);
    expect(at).toBeGreaterThanOrEqual(1_000_000 + misses * MINUTE);
    expect(match.position.occupants.get(asked)).toMatchObject({ kind: 'player', bot: 'greedy' });
    expect(match.position.clocks[asked]?.missed).toBe(misses);
  });

  test('strict retires who runs out of time three times in a row', async () => {
    const { match } = await started({ absence: 'strict', clock: TURN });
    await waitUntil(match, 1_000_000 + 60 * MINUTE);
    expect(match.position).toMatchObject({ status: 'ended', result: { result: 'forfeit' } });
    expect(match.position.gone).toHaveLength(1);
  });

  test('whoever is not connected but plays in time loses nothing', async () => {
    const { table, match } = await started({ absence: 'strict', clock: TURN });
    for (let moves = 0; moves < 60 && match.position.status === 'running'; moves++) {
      table.now += 14_000; // a turn may take four decisions between two throws
      await waitUntil(match, table.now);
      await playOne(match, table.now);
    }
    expect([...match.position.occupants.values()].every(({ bot }) => bot === undefined)).toBe(true);
    expect(match.position.gone).toEqual([]);
  });
});

test('an answer that comes too late shows that the player is there: turns missed before do not count', async () => {
  const seen = new Set<boolean>();
  for (let tries = 0; tries < 100 && seen.size < 2; tries++) {
    const { table, match, asked } = await started({ absence: 'casual', clock: TURN });
    const { decision = 0, legal } = match.privateOf(asked);
    const at = 1_000_000 + MINUTE;
    const clock = match.tend(at);
    expect(await match.act(asked, [1, decision, legal[0] ?? ''], at)).toMatchObject({ code: 'stale-decision' });
    await clock;
    seen.add(askedSeat(match) === asked); // the clock may have left the turn to the same seat, which a bot took then
    while (match.position.status === 'running' && askedSeat(match) !== asked) await playOne(match, at);
    await match.tend(at);
    expect(match.position.occupants.get(asked)?.bot).toBeUndefined();
    await table.matches.stop();
  }
  expect(seen.size).toBe(2);
});

describe('without a clock', () => {
  test('whoever is away is waited for as long as nobody else is there', async () => {
    const { match } = await started({ absence: 'strict' });
    expect(match.dueAt).toBeUndefined();
  });

  test.each([
    ['casual', 1],
    ['fair', 3],
  ] as const)('%s waits %i minutes for who is away, then a bot stands in', async (absence, minutes) => {
    const { match, asked } = await started({ absence });
    await match.arrive(1 - asked, 1_000_000);
    expect(match.dueAt).toBe(1_000_000 + minutes * MINUTE);
    await match.tend(1_000_000 + minutes * MINUTE - 1);
    expect(match.position.occupants.get(asked)).not.toHaveProperty('bot');
    await match.tend(1_000_000 + minutes * MINUTE);
    expect(match.position.occupants.get(asked)).toHaveProperty('bot', 'greedy');
  });

  test('strict gives the seat up after ten minutes', async () => {
    const { match, asked } = await started({ absence: 'strict' });
    await match.arrive(1 - asked, 1_000_000);
    await match.tend(1_000_000 + 10 * MINUTE);
    expect(match.position).toMatchObject({ status: 'ended', gone: [asked], result: { result: 'forfeit' } });
  });

  test('one of several connections is enough to be there', async () => {
    const { match, asked } = await started({ absence: 'casual' });
    for (const seat of [asked, asked, 1 - asked]) await match.arrive(seat, 1_000_000);
    match.depart(asked, 1_000_000 + MINUTE);
    expect(match.dueAt).toBeUndefined();
    match.depart(asked, 1_000_000 + 5 * MINUTE);
    expect(match.dueAt).toBe(1_000_000 + 6 * MINUTE);
  });

  test('whoever is not asked may be away', async () => {
    const { match, asked } = await started({ absence: 'casual' });
    await match.arrive(asked, 1_000_000);
    expect(match.dueAt).toBeUndefined();
  });
});

describe('a seat comes back', () => {
  async function stoodIn() {
    const all = await started({ absence: 'casual' });
    await all.match.arrive(1 - all.asked, 1_000_000);
    await all.match.tend(1_000_000 + MINUTE);
    return { ...all, at: 1_000_000 + MINUTE };
  }

  test('with a new connection', async () => {
    const { match, asked, at } = await stoodIn();
    await match.arrive(asked, at);
    expect(match.position.occupants.get(asked)).not.toHaveProperty('bot');
  });

  test('by a word of who is there, which is answered the same when it is repeated', async () => {
    const { table, match, asked, at } = await dozedOff('casual');
    const answer = await match.back(asked, [3], at);
    expect(answer).toMatchObject({ kind: 'accepted' });
    expect(await match.back(asked, [3], at)).toEqual({ ...answer, repeated: true });
    expect(await lastEntries(table, match, 1)).toMatchObject([{ kind: 'absence', what: 'returned', seat: asked }]);
    expect(await match.back(asked, [4], at)).toMatchObject({ kind: 'rejected', reason: 'no-bot-there' });
  });

  test('by a move', async () => {
    const { match, asked, at } = await dozedOff('casual');
    expect(await playOne(match, at)).toMatchObject({ kind: 'accepted' });
    expect(match.position.occupants.get(asked)).not.toHaveProperty('bot');
  });

  test('not once somebody else has taken it, which takes a while', async () => {
    const { match, asked, at } = await stoodIn();
    const newcomer = { by: 'player', player: 'p9', contribution: 'ff'.repeat(16) } as const;
    expect(await match.sit(newcomer, asked, at)).toMatchObject({ kind: 'refused', code: 'seat-kept' });
    expect(await match.sit(newcomer, 1 - asked, at)).toMatchObject({ kind: 'refused', code: 'already-started' });
    expect(await match.sit(newcomer, asked, at + 2 * MINUTE)).toEqual({ kind: 'done', seat: asked });
    expect(match.seatOf('p9')).toBe(asked);
    expect(match.seatOf(`p${asked}`)).toBeUndefined();
  });
});
